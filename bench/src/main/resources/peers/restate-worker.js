// A worker process for Restate: the same orders on standard input as AgentMain's, on Restate's own SDK.
// Arguments: <port> <holds> <expect or ->
if (!Promise.withResolvers) {
  // The SDK wants it; Node 20 has it not.
  Promise.withResolvers = function () {
    let resolve, reject;
    const promise = new this((a, b) => { resolve = a; reject = b; });
    return { promise, resolve, reject };
  };
}
process.env.RESTATE_LOGGING = "ERROR";
const restate = require("@restatedev/restate-sdk");
const readline = require("node:readline");

const [, , port, holds, expected] = process.argv;
const micros = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const say = (line) => process.stdout.write(line + "\n");
const rounds = new Map();

function expect([round, jobs, stages]) {
  rounds.set(round, { last: +stages, starts: new Array(+jobs).fill(0), begun: 0 });
}

async function begin(id, stage) {
  if (id.startsWith("held-")) {
    say(`! ${id} ${micros()}`);
    if (holds === "true") await new Promise(() => setInterval(() => {}, 1000));
    return;
  }
  const dash = id.lastIndexOf("-");
  const round = rounds.get(id.slice(0, dash));
  const job = +id.slice(dash + 1);
  if (round && round.last === stage && round.starts[job] === 0) {
    round.starts[job] = micros();
    round.begun++;
  }
}

const service = restate.service({
  name: "job",
  handlers: {
    one: async (ctx, id) => { await begin(id, 1); },
    three: async (ctx, id) => {
      await ctx.run("first", () => begin(id, 1));
      await ctx.run("second", () => begin(id, 2));
      await ctx.run("third", () => begin(id, 3));
    },
  },
});

const orders = {
  expect: (words) => { expect(words); return "expecting"; },
  count: ([round]) => rounds.get(round).begun,
  take: ([round]) => {
    const starts = rounds.get(round).starts.join(",");
    rounds.delete(round);
    return starts;
  },
};

(async () => {
  if (expected !== "-") expect(expected.split(":"));
  await restate.serve({ services: [service], port: +port });
  say("= ready");
  const lines = readline.createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    const [order, ...words] = line.split(" ");
    if (order === "quit") process.exit(0);
    try {
      say("= " + orders[order](words));
    } catch (e) {
      say("? " + e);
    }
  });
  lines.on("close", () => process.exit(1));
})();
