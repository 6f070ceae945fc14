"""Does to an item what its payload says; ScriptedWorker is the same in Java."""

import os
import sys
import time

import odradek


def number(name, fallback):
    return int(os.environ.get(name, fallback))


def say(*words):
    # In one piece: print writes word by word, and others speak in between.
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


class Scripted(odradek.Processor):
    queue = os.environ.get("WORKER_QUEUE", "q")
    role = "scripted"
    concurrency = number("WORKER_CONCURRENCY", 1)
    batch = number("WORKER_BATCH", 0)
    presence = number("WORKER_PRESENCE_MS", 2000) / 1000
    silence = number("WORKER_SILENCE_MS", 8000) / 1000
    fence_margin = number("WORKER_MARGIN_MS", 2000) / 1000
    drain_timeout = number("WORKER_DRAIN_MS", 30000) / 1000

    def process(self, item):
        say("started", item.id, item.claim, round(time.time() * 1000))
        until = time.monotonic() + item.payload.get("ms", 0) / 1000
        while time.monotonic() < until:
            if item.cancelled:
                say("cancelled", item.id)
                return None
            time.sleep(0.02)
        say("ended", item.id)
        wish = item.payload.get("do", "done")
        if wish == "raise":
            raise RuntimeError("x" * item.payload.get("long", 10))
        if wish == "retry":
            raise odradek.Retry("busy", after=7)
        if wish == "give_up":
            return odradek.GiveUp("hopeless")
        if wish == "spawn":
            return odradek.Done(to="elsewhere", spawn=[{"machine": "other", "payload": item.payload}])
        return {"seen": item.id}

    def process_batch(self, items):
        say("window of", len(items))
        return [self.process(item) for item in items]


if __name__ == "__main__":
    odradek.main(Scripted)
