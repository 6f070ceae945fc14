"""Odradek from Python: post items, and work on them. One file, Python 3.9 or later, standard library only.

    import odradek

    class Fetch(odradek.Processor):
        queue = "fetch"

        def process(self, item):
            return {"length": len(item.payload["source"])}      # merged into the payload; the item moves on

    if __name__ == "__main__":
        odradek.main(Fetch)                                      # SERVICE_URL, SERVICE_TOKEN, LOG_LEVEL

What `process` returns or raises is what becomes of the item: nothing or a dict completes it, `Done` says more,
`Retry` and `GiveUp` (returned or raised) do what they say, and any other exception fails it.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import os
import re
import secrets
import signal
import socket
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any, BinaryIO, Callable, Dict, Iterator, List, Optional, Sequence, Type, Union

__all__ = ["ApiError", "Client", "Done", "GiveUp", "Item", "Processor", "Retry", "main"]

DEFAULT_URL = "http://127.0.0.1:8642"
LONGEST_ERROR, LARGEST_CLAIM = 2000, 100
#: The stream says something every 15 s: this long without a word it is as good as dropped.
STREAM_SILENCE = 45.0
#: What says that a claim is not held any more, and all that is final; whatever else answers, such as a proxy or a
#: service that has not started yet, knows nothing of the request.
LOST = frozenset(("stale_claim", "not_found", "held", "ended", "conflict"))
FINAL = LOST | {"bad_request", "unauthorized", "forbidden", "not_acceptable", "illegal_edge", "too_large",
                "unsupported_media_type", "unknown_machine", "bad_definition", "wrong_digest"}
LOG = logging.getLogger("odradek")
Json = Dict[str, Any]
JSON = {"Content-Type": "application/json"}


class ApiError(Exception):
    """The service refused, or could not be reached (`status` 0); `problem` is the whole problem document."""

    def __init__(self, status: int, problem: Json, retry_after: Optional[float] = None):
        self.status = status
        self.problem = problem
        self.code = str(problem.get("code") or ("unreachable" if status == 0 else f"http_{status}"))
        self.detail = str(problem.get("detail") or problem.get("title") or "")
        self.retry_after = retry_after
        super().__init__(f"{self.code}: {self.detail}" if self.detail else self.code)

    @property
    def is_transient(self) -> bool:
        """Whether the same request may succeed later: unless the service itself has refused it for good."""
        return self.code not in FINAL

    @property
    def is_loss(self) -> bool:
        """Whether it says that a claim is not held any more; an illegal edge is about the result instead."""
        return self.code in LOST


class Client:
    """Speaks HTTP to one Odradek, to `SERVICE_URL` with `SERVICE_TOKEN` unless told otherwise; thread-safe."""

    def __init__(self, url: Optional[str] = None, token: Optional[str] = None, timeout: float = 30.0):
        url = url or os.environ.get("SERVICE_URL") or DEFAULT_URL
        if not re.match("https?://.", url):
            raise ValueError(f"SERVICE_URL must begin with http:// or https://, was {url!r}")
        self.url = url.rstrip("/")
        self.timeout = timeout
        self._token = token or os.environ.get("SERVICE_TOKEN")
        self._closed = False

    def close(self) -> None:
        """From here on every call fails."""
        self._closed = True

    # Items
    def post(self, machine: str, payload: Optional[Json] = None, *, key: Optional[str] = None, wait: bool = False,
             partition_key: Optional[str] = None, delay: Optional[float] = None) -> Json:
        """Posts an item: `{id, token}`. With the same `key` it is the same item, so a post may be repeated.

        It is safe when this returns; with `wait` it is also decided, and a refusal raises.
        """
        headers = _given(**{"Idempotency-Key": key, "Prefer": "wait" if wait else None})
        body = _given(machine=machine, payload=payload, partition_key=partition_key, delay_ms=_millis(delay))
        return self._call("POST", "/v1/items", body, headers=headers)

    def get(self, item: str, *, after: Optional[str] = None) -> Json:
        """One item; `after` is the token of a write that the answer must show."""
        return self._call("GET", f"/v1/items/{_quoted(item)}{_query(after=after)}")

    def list(self, **filters: Any) -> Json:
        """Items by `machine`, `state`, `queue`, `holder`, `after`, `limit` and whatever else the service knows."""
        return self._call("GET", "/v1/items" + _query(**filters))

    def patch(self, item: str, fields: Json) -> Json:
        """Merges fields into the payload; it never moves an axis."""
        return self._call("PATCH", f"/v1/items/{_quoted(item)}", fields)

    def transition(self, item: str, to: str, *, axis: Optional[str] = None, patch: Optional[Json] = None) -> Json:
        """Moves an axis that nobody holds along one of its machine's edges."""
        return self._call("POST", f"/v1/items/{_quoted(item)}/transition", _given(to=to, axis=axis, patch=patch))

    def cancel(self, item: str, reason: Optional[str] = None) -> Json:
        """Ends whatever of the item has not ended."""
        return self._call("POST", f"/v1/items/{_quoted(item)}/cancel", _given(reason=reason))

    def requeue(self, item: str, *, axis: Optional[str] = None) -> Json:
        """Offers a failed axis again."""
        return self._call("POST", f"/v1/items/{_quoted(item)}/requeue", _given(axis=axis))

    # Claims
    def claim(self, queue: str, worker: str, *, incarnation: Optional[str] = None, axis: Optional[str] = None,
              max: int = 1, wait: float = 0.0) -> List[Json]:
        """Takes up to `max` items of a queue, waiting up to `wait` seconds for the first; none is an empty list."""
        body = _given(worker=worker, incarnation=incarnation, axis=axis, max=max, wait_ms=_millis(wait) or None)
        return self._call("POST", f"/v1/queues/{_quoted(queue)}/claim", body, timeout=self.timeout + wait)["claims"]

    def heartbeat(self, claim: str, *, progress: Optional[float] = None, note: Optional[str] = None,
                  timeout: Optional[float] = None) -> None:
        """Renews the lease of a claim."""
        body = _given(progress=progress, note=note)
        self._call("POST", f"/v1/claims/{_quoted(claim)}/heartbeat", body, timeout=timeout)

    def complete(self, claim: str, *, to: Optional[str] = None, patch: Optional[Json] = None,
                 spawn: Sequence[Json] = (), keep: bool = False) -> Json:
        """Moves the claimed axis on, and creates what is spawned in the same step."""
        body = _given(to=to, patch=patch, spawn=list(spawn) if spawn else None, keep=keep or None)
        return self._call("POST", f"/v1/claims/{_quoted(claim)}/complete", body)

    def fail(self, claim: str, error: str, *, kind: str = "exception", after: Optional[float] = None) -> Json:
        """Says that it did not work; `kind` is `retry`, `give_up` or `exception`."""
        body = _given(kind=kind, error=error[:LONGEST_ERROR], retry_after_ms=_millis(after))
        return self._call("POST", f"/v1/claims/{_quoted(claim)}/fail", body)

    def release(self, claim: str) -> Json:
        """Gives an item back untouched, for somebody else."""
        return self._call("POST", f"/v1/claims/{_quoted(claim)}/release", {})

    def beat(self, worker: str, incarnation: str, state: str, current: Sequence[str], role: Optional[str] = None,
             timeout: Optional[float] = None) -> None:
        """Says that a worker is there, `idle` or `busy`, and which claims it holds."""
        body = _given(incarnation=incarnation, role=role, state=state, current=current)
        self._call("POST", f"/v1/workers/{_quoted(worker)}/beat", body, timeout=timeout)

    def events(self, queue: str, worker: Optional[str] = None,
               lost: Callable[[str], None] = lambda claim: None) -> Iterator[int]:
        """How many items of a queue can be claimed: now, and whenever that changes; ends when the stream does.

        `lost` is called with every claim that the `worker` does not hold any more though it has not ended it itself.
        """
        path = f"/v1/queues/{_quoted(queue)}/events{_query(worker=worker)}"
        with self._open("GET", path, timeout=STREAM_SILENCE) as stream:
            event = b""
            try:
                for line in stream:
                    if line.startswith(b"event:"):
                        event = line[len(b"event:") :].strip()
                    elif line.startswith(b"data:"):
                        data = json.loads(line[len(b"data:") :])
                        if event == b"lost":
                            lost(str(data["claim"]))
                        elif not event:
                            yield int(data["count"])
                    elif not line.strip():
                        event = b""
            except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as broken:
                raise ApiError(0, {"detail": f"the stream of {queue} broke off ({broken!r})"}) from broken

    # Artifacts
    def put_artifact(self, content: Union[bytes, BinaryIO]) -> Json:
        """Stores bytes, or what a file opened in binary mode holds: `{artifact, bytes}`."""
        with self._open("POST", "/v1/artifacts", content, {"Content-Type": "application/octet-stream"}) as answer:
            return json.loads(answer.read())

    def get_artifact(self, artifact: str) -> BinaryIO:
        """An open artifact, to be read in pieces and closed."""
        return self._open("GET", f"/v1/artifacts/{_quoted(artifact)}")

    def _call(self, method: str, path: str, body: Optional[Json] = None, headers: Optional[Json] = None,
              timeout: Optional[float] = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        with self._open(method, path, data, {**JSON, **(headers or {})}, timeout) as answer:
            try:
                text = answer.read()
                return json.loads(text) if text else None
            except (OSError, http.client.HTTPException, ValueError) as broken:
                raise ApiError(0, {"detail": f"{method} {path}: the answer broke off ({broken!r})"}) from broken

    def _open(self, method: str, path: str, data: Any = None, headers: Optional[Json] = None,
              timeout: Optional[float] = None) -> Any:
        if self._closed:
            raise ApiError(0, {"code": "closed", "detail": "this client is closed"})
        request = urllib.request.Request(self.url + path, data=data, method=method, headers=headers or {})
        if self._token:
            request.add_header("Authorization", f"Bearer {self._token}")
        try:
            return urllib.request.urlopen(request, timeout=timeout or self.timeout)
        except urllib.error.HTTPError as refused:
            with refused:
                raise _refusal(refused) from None
        except (OSError, http.client.HTTPException) as unreachable:
            reason = getattr(unreachable, "reason", None) or repr(unreachable)
            raise ApiError(0, {"detail": f"{method} {self.url}{path}: {reason}"}) from unreachable


@dataclass(frozen=True)
class Done:
    """It is done: moves `to` a state other than the rule's own, `spawn`s `{machine, payload}`s, `keep`s the claim."""

    to: Optional[str] = None
    patch: Optional[Json] = None
    spawn: Sequence[Json] = ()
    keep: bool = False


class Retry(Exception):
    """It did not work this time; `after` seconds it may, or after the machine's back-off."""

    def __init__(self, error: str, after: Optional[float] = None):
        super().__init__(error)
        self.after = after


class GiveUp(Exception):
    """It will never work."""


class Item:
    """One claimed item in the hands of `process`; safe to ask from any thread."""

    def __init__(self, claimed: Json, incarnation: str, fence: "Fence"):
        item = claimed["item"]
        self.id: str = item["id"]
        self.machine: str = item["machine"]
        self.axis: str = item["axis"]
        self.payload: Json = item.get("payload") or {}
        #: Which try this is, from 1.
        self.attempt: int = item.get("attempt", 1)
        #: The fencing token: a side effect that can should refuse an older one.
        self.epoch: int = claimed["epoch"]
        #: What to complete, fail or release it with; opaque.
        self.claim: str = claimed["claim"]
        self.incarnation = incarnation
        self._fence = fence
        self._settled = threading.Event()
        self._news: Json = {}

    @property
    def cancelled(self) -> bool:
        """Whether the result no longer matters: cancelled, lost to another worker, or this worker has to stop.

        Judged by the clock whenever it is asked: ask in every loop, and right before a side effect.
        """
        return self._fence.has_passed(time.monotonic())

    def progress(self, fraction: float, note: Optional[str] = None) -> None:
        """How far it is, 0 to 1; said to the service within a second or so."""
        self._news = _given(progress=fraction, note=note)


class Fence:
    """Until when a worker may go on with a claim: as long as others surely hold back, judged by its own clock.

    Others count from when they hear of it, so the holder counts from when it spoke. What has passed stays passed.
    """

    def __init__(self, silence: float, lease: float, now: float):
        self._silence = silence
        # The other's clock may be a little faster.
        self._lease = lease - min(2.0, lease / 4)
        self._present = self._renewed = now
        self._passed = False

    def present(self, sent: float, now: float) -> None:
        """A beat that named the claim was acknowledged; what counts is when it was sent."""
        if not self.has_passed(now):
            self._present = sent

    def renewed(self, sent: float, now: float) -> None:
        """A heartbeat of the claim was acknowledged."""
        if not self.has_passed(now):
            self._renewed = sent

    def lost(self) -> None:
        """It is somebody else's, or nobody's."""
        self._passed = True

    def has_passed(self, now: float) -> bool:
        """Whether it is too late; any thread may ask, and each of the two times is moved by one thread only."""
        if now - self._present >= self._silence or now - self._renewed >= self._lease:
            self._passed = True
        return self._passed


class Processor:
    """Takes the items of one queue and has `process` do them until it is stopped; no fault of the service ends it.

    A subclass gives `queue` and `process`, or `batch` and `process_batch`. Durations are seconds; those under
    `odradek.processor.` may be set from outside too, as in `ODRADEK_PROCESSOR_POLL_BACKSTOP=10m`.
    """

    queue: str = ""
    #: The first part of the worker's id; the queue's name unless given.
    role: str = ""
    #: The axis to claim on; needed only where several axes of a machine offer the same queue.
    axis: Optional[str] = None
    #: How many calls of `process` may run at once.
    concurrency: int = 1
    #: 0: `process` gets one item; n: `process_batch` gets up to n, once per wake-up.
    batch: int = 0
    #: The longest to go on without a renewed lease; the machine's own lease counts if it is shorter.
    lease: float = 1800.0
    heartbeat: float = 60.0
    poll_backstop: float = 30.0
    sse_retry: float = 5.0
    #: How often the worker says that it is there, when others get its work unless the service says otherwise, and how
    #: much earlier it stops by itself.
    presence: float = 2.0
    silence: float = 8.0
    fence_margin: float = 2.0
    #: How long a stop waits for what is running.
    drain_timeout: float = 30.0

    def __init__(self, client: Client):
        if not self.queue or self.concurrency < 1:
            raise ValueError(f"{type(self).__name__} needs a queue to work on and a concurrency of at least 1")
        for name in ("lease", "heartbeat", "poll_backstop", "sse_retry"):
            key = f"ODRADEK_PROCESSOR_{name.upper()}"
            if key in os.environ:
                setattr(self, name, _duration(key, os.environ[key]))
        self.client = client
        self.role = self.role or self.queue
        self.worker = f"{self.role}-{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(3)}"
        self._incarnation = secrets.token_hex(8)
        self._changed = threading.Condition()
        self._free = self.concurrency
        self._held: Dict[str, Item] = {}
        #: As long after its last word as the worker may go on.
        self._reach = self.silence - self.fence_margin
        self._listening = False
        self._wake = threading.Event()
        self._beat_now = threading.Event()
        self._stopping = threading.Event()
        self._ended = threading.Event()

    def process(self, item: Item) -> Any:
        """Does one item; what it returns or raises is what becomes of it."""
        raise NotImplementedError(f"{type(self).__name__} needs process(item), or batch and process_batch(items)")

    def process_batch(self, items: List[Item]) -> Any:
        """Does a window of items: returns nothing, or one result per item; what it raises fails all of them."""
        raise NotImplementedError(f"{type(self).__name__} sets batch, so it needs process_batch(items)")

    def run(self) -> None:
        """Works until `stop`, then lets what is running finish."""
        LOG.info("%s works on %s of %s", self.worker, self.queue, self.client.url)
        _thread("beat", self._beat)
        self._drain_or_log()
        self._subscribe()
        while not self._stopping.is_set():
            # Whoever wakes it, this one thread claims: a push and the backstop can not claim at the same time.
            self._wake.wait(self.poll_backstop)
            self._wake.clear()
            self._drain_or_log()
        self._finish()

    def stop(self) -> None:
        """Takes nothing more; `run` returns once what is running has ended or `drain_timeout` has passed."""
        self._stopping.set()
        self._wake.set()
        with self._changed:
            self._changed.notify_all()

    # Claiming
    def _drain_or_log(self) -> None:
        try:
            self._drain()
        except Exception as failed:  # whatever it was, the next wake-up tries again
            LOG.warning("claiming from %s failed, the next wake-up tries again: %s", self.queue, failed)

    def _drain(self) -> None:
        """Claims as much as there are free slots for, until nothing is left; a batch once."""
        while self._slot_is_free():
            # Only this thread takes slots, so there can be no fewer of them than it sees.
            items = self._claim(min(self.batch or self._free, LARGEST_CLAIM))
            late = items if self._stopping.is_set() else [item for item in items if item.cancelled]
            self._give_back(late)
            items = [item for item in items if item not in late]
            for window in [items] if self.batch and items else [[item] for item in items]:
                with self._changed:
                    self._free -= 1
                _thread("process", self._run, window)
            if self.batch and len(items) == self.batch:
                self._wake.set()  # A full window hints at another, which is a wake-up of its own.
            if self.batch or not items:
                return

    def _slot_is_free(self) -> bool:
        """Waits for a free slot; False once the worker stops."""
        if not self._free:
            self._subscribe()  # Nothing more can be taken for now, and what it holds may be taken away.
        with self._changed:
            return self._changed.wait_for(lambda: self._stopping.is_set() or self._free) and not self._stopping.is_set()

    def _claim(self, most: int) -> List[Item]:
        sent, incarnation = time.monotonic(), self._incarnation
        try:
            claims = self.client.claim(self.queue, self.worker, incarnation=incarnation, axis=self.axis, max=most)
        except ApiError as lost:
            if lost.status == 0 or lost.status >= 500:
                # It may have been granted all the same: nobody speaks for that, and it is soon another's.
                self._incarnation = secrets.token_hex(8)
            raise
        items = []
        for claimed in claims:
            lease = min(self.lease, claimed.get("lease_ms", self.lease * 1000) / 1000)
            self._heed(claimed.get("silence_ms"))
            item = Item(claimed, incarnation, Fence(self._reach, lease, sent))
            items.append(item)
            with self._changed:
                self._held[item.claim] = item
            _thread("heartbeat", self._keep, item, min(self.heartbeat, lease / 3), sent)
        if time.monotonic() - sent > self.presence / 2:
            self._beat_now.set()  # It counts from when it was asked for, and much of that time is over.
        return items

    def _heed(self, silence_ms: Optional[float]) -> None:
        """Takes the service's word for how long a worker may be silent, and says that it is there often enough."""
        if silence_ms:
            reach = silence_ms / 1000 - min(self.fence_margin, silence_ms / 4000)
            if reach < self._reach:
                self._beat_now.set()
            self._reach = reach

    def _subscribe(self) -> None:
        """Begins to listen, once: when the first drain has ended or has all hands full."""
        if not self._listening:
            self._listening = True
            _thread("events", self._listen)

    def _listen(self) -> None:
        """Has every push of a count wake the worker; a stream that drops is opened again, for ever."""
        while not self._stopping.is_set():
            try:
                for count in self.client.events(self.queue, self.worker, self._lose):
                    if count > 0:
                        self._wake.set()
                reason = "it ended"
            except Exception as broken:  # whatever it was, there is the backstop, and a next time
                reason = str(broken)
            if not self._stopping.is_set():
                LOG.warning("the stream of %s dropped, again in %g s: %s", self.queue, self.sse_retry, reason)
            self._stopping.wait(self.sse_retry)

    def _lose(self, claim: str) -> None:
        """Somebody else has taken a claim away: its item is cancelled at once."""
        with self._changed:
            item = self._held.get(claim)
        if item:
            LOG.warning("%s is cancelled, or somebody else's by now", item.id)
            item._fence.lost()

    # Working
    def _run(self, items: List[Item]) -> None:
        try:
            for item, result in zip(items, self._results(items)):
                self._settle(item, result)
        finally:
            self._forget(items, slots=1)

    def _forget(self, items: List[Item], slots: int = 0) -> None:
        with self._changed:
            for item in items:
                item._settled.set()
                self._held.pop(item.claim, None)
            self._free += slots
            self._changed.notify_all()

    def _results(self, items: List[Item]) -> Sequence[Any]:
        try:
            if not self.batch:
                return [self.process(items[0])]
            results = self.process_batch(items)
            if results is not None and len(results) != len(items):
                raise ValueError(f"process_batch got {len(items)} items and returned {len(results)} results")
            return results if results is not None else [None] * len(items)
        except BaseException as failure:  # SystemExit as well: it is the item's failure, not the worker's
            if not isinstance(failure, (Retry, GiveUp)):
                LOG.warning("process failed on %s", ", ".join(item.id for item in items), exc_info=True)
            return [failure] * len(items)

    def _settle(self, item: Item, result: Any) -> None:
        """Says what became of an item until the service has it, and nothing once it may be another's."""
        pause = 0.2
        while not item.cancelled:
            try:
                self._say(item, result)
                return
            except ApiError as refused:
                if refused.is_transient:
                    LOG.warning("the result of %s is said again: %s", item.id, refused)
                    item._settled.wait(min(refused.retry_after or pause, 5.0))
                    pause *= 2
                elif refused.is_loss or isinstance(result, GiveUp):
                    LOG.warning("the result of %s does not count: %s", item.id, refused)
                    return
                else:
                    # An item whose result is refused for good fails, instead of staying held.
                    result = GiveUp(f"the result was refused: {refused}")
            except Exception as unsayable:  # such as a patch that is no JSON
                result = GiveUp(f"the result can not be said: {unsayable!r}")
        LOG.warning("%s was stopped and has no result: it is cancelled, or may be somebody else's by now", item.id)
        self._give_back([item])

    def _say(self, item: Item, result: Any) -> None:
        if isinstance(result, Retry):
            self.client.fail(item.claim, str(result), kind="retry", after=result.after)
        elif isinstance(result, GiveUp):
            self.client.fail(item.claim, str(result), kind="give_up")
        elif isinstance(result, BaseException):
            self.client.fail(item.claim, "".join(traceback.format_exception_only(type(result), result)).strip())
        else:
            self.client.complete(item.claim, **vars(result if isinstance(result, Done) else Done(patch=result)))

    def _give_back(self, items: List[Item]) -> None:
        for item in items:
            item._fence.lost()
            with contextlib.suppress(ApiError):  # then it comes back by itself, or has
                self.client.release(item.claim)
        self._forget(items)

    def _finish(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: not self._held, self.drain_timeout)
            left = list(self._held.values())
        for item in left:
            LOG.warning("%s did not end within %g s and is given back", item.id, self.drain_timeout)
        self._give_back(left)
        self._ended.set()
        self._beat_now.set()
        LOG.info("%s has stopped", self.worker)

    # Staying
    def _beat(self) -> None:
        """Says that the worker is there and what it holds; a beat that fails is followed by the next."""
        failing = False
        while not self._ended.is_set():
            with self._changed:
                held = [item for item in self._held.values() if not item.cancelled]
            try:
                for incarnation in {self._incarnation, *(item.incarnation for item in held)}:
                    named = [item for item in held if item.incarnation == incarnation]
                    sent = time.monotonic()
                    state, claims = "busy" if named else "idle", [item.claim for item in named]
                    self.client.beat(self.worker, incarnation, state, claims, self.role, self._reach / 2)
                    for item in named:
                        item._fence.present(sent, time.monotonic())
                failing = False
            except Exception as missed:
                LOG.log(logging.DEBUG if failing else logging.WARNING, "a beat failed, the next follows: %s", missed)
                failing = True
            self._beat_now.wait(min(self.presence, self._reach / 3))
            self._beat_now.clear()

    def _keep(self, item: Item, interval: float, claimed: float) -> None:
        """Renews the lease of one claim until it is settled; a heartbeat that fails is followed by the next."""
        due = claimed + interval
        while not item._settled.wait(max(0.05, min(1.0, interval / 2, due - time.monotonic()))):
            sent, news = time.monotonic(), item._news
            if item.cancelled or sent < due and not news:
                continue
            item._news = {}
            try:
                self.client.heartbeat(item.claim, timeout=min(10.0, interval), **news)
                item._fence.renewed(sent, time.monotonic())
                due = sent + interval
            except Exception as missed:
                LOG.warning("a heartbeat of %s failed, the next follows unless it is lost: %s", item.id, missed)
                due = time.monotonic() + min(interval / 2, 5.0)
                if isinstance(missed, ApiError) and missed.is_loss:
                    return item._fence.lost()


def main(processor: Type[Processor]) -> None:
    """Runs one processor until SIGTERM or SIGINT, with what `SERVICE_URL`, `SERVICE_TOKEN` and `LOG_LEVEL` say."""
    level = os.environ.get("LOG_LEVEL", "INFO").upper()
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(message)s")
    with contextlib.closing(Client()) as client:
        running = processor(client)
        for each in (signal.SIGTERM, signal.SIGINT):
            # By a thread of its own: the signal may have interrupted whoever holds the lock that stopping needs.
            signal.signal(each, lambda *_: _thread("stop", running.stop))
        running.run()


def _thread(name: str, work: Callable[..., None], *args: Any) -> None:
    threading.Thread(target=work, args=args, name=f"odradek-{name}", daemon=True).start()


def _given(**fields: Any) -> Json:
    return {name: value for name, value in fields.items() if value is not None}


def _query(**fields: Any) -> str:
    given = urllib.parse.urlencode(_given(**fields))
    return "?" + given if given else ""


def _quoted(name: str) -> str:
    return urllib.parse.quote(name, safe=":")


def _millis(seconds: Optional[float]) -> Optional[int]:
    return None if seconds is None else round(seconds * 1000)


def _duration(key: str, text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|m|h|d)?", text.strip())
    if not match or float(match[1]) == 0:
        raise ValueError(f"{key} must be a duration such as 500ms, 30s or 5m, was {text!r}")
    return float(match[1]) * {"ms": 0.001, "m": 60, "h": 3600, "d": 86400}.get(match[2], 1)


def _refusal(answer: urllib.error.HTTPError) -> ApiError:
    problem = None
    with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
        problem = json.loads(answer.read(65536))
    seconds = answer.headers.get("Retry-After", "")
    problem = problem if isinstance(problem, dict) else {"detail": answer.reason}
    return ApiError(answer.code, problem, float(seconds) if seconds.isdigit() else None)
