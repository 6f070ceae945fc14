"""Every call of the client once, on the machine `tour`; ClientTour is the same in Java."""

import io

import odradek


def refused(call, *args, **more):
    try:
        call(*args, **more)
    except odradek.ApiError as refusal:
        return refusal.status, refusal.code
    raise AssertionError("nothing was refused")


def state(item, **after):
    return client.get(item, **after)["axes"]["status"]["status"]


def claim():
    (claimed,) = client.claim("tour", "tourist", incarnation="one", axis="status", max=1, wait=20)
    return claimed["claim"]


client = odradek.Client()
item = client.post("tour", {"who": "python"}, key="tour-in-python", wait=True)["id"]
assert client.post("tour", {"who": "python"}, key="tour-in-python")["id"] == item
token = client.patch(item, {"seen": True})["token"]
assert client.get(item, after=token)["payload"] == {"who": "python", "seen": True}
assert refused(client.transition, item, "done") == (409, "illegal_edge")
token = client.transition(item, "ready", axis="status")["token"]
assert item in [each["id"] for each in client.list(machine="tour", after=token)["items"]]
client.beat("tourist", "one", "idle", [])

claimed = claim()
client.heartbeat(claimed, progress=0.5, note="half")
client.fail(claimed, "not today", kind="give_up")
assert state(item) == "failed"
client.requeue(item)
client.release(claim())
claimed = claim()
token = client.complete(claimed, to="done", patch={"end": "good"}, spawn=[{"machine": "tour"}])["token"]
assert state(item, after=token) == "done"
assert refused(client.complete, claimed)[0] == 409

parked = client.post("tour", delay=3600)["id"]
assert state(parked, after=client.cancel(parked, "enough")["token"]) == "cancelled"

content = bytes(range(256)) * 4096
stored = client.put_artifact(io.BytesIO(content))
assert stored["bytes"] == len(content)
with client.get_artifact(stored["artifact"]) as open_artifact:
    assert open_artifact.read() == content
assert refused(client.get_artifact, "sha256:" + "0" * 64)[0] == 404
assert refused(client.get, "nobody") == (404, "not_found")
assert refused(client.post, "no-such-machine") == (422, "unknown_machine")
assert refused(odradek.Client("http://127.0.0.1:9").get, item) == (0, "unreachable")
client.close()
assert refused(client.get, item) == (0, "closed")
print("toured")
