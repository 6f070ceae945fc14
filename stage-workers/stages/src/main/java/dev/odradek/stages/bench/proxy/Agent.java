package dev.odradek.stages.bench.proxy;

import dev.odradek.stages.bench.proxy.Binary.Ran;
import dev.odradek.topics.format.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** One run: it asks the model, does what the model asks for, and so on until the model reports. */
final class Agent {
    private static final int MOST_TURNS = 40;
    private static final int MAX_TOKENS = 4096;
    private static final String SYSTEM = "You try out the language BAML. Use the tools. End with one JSON object:"
            + " self_report (true, false or \"partial\"), summary, what_went_well, what_failed, report_md, findings and"
            + " suggestions (each with kind, skill or language, title, detail, call_index), and repro: the source of a"
            + " file that shows a bug, if there is one.";
    private static final JsonNode TOOLS = Json.parse("""
            [{"name": "baml", "description": "Runs baml in your directory.", "input_schema": {"type": "object",
              "properties": {"args": {"type": "array", "items": {"type": "string"}}}, "required": ["args"]}},
             {"name": "write_file", "description": "Writes a file into your directory.", "input_schema": {"type":
              "object", "properties": {"name": {"type": "string"}, "content": {"type": "string"}},
              "required": ["name", "content"]}}]""");

    private final ModelCalls model;
    private final Staging staging;
    private final Optional<Binary> binary;
    private final Deadline deadline;
    private final List<ObjectNode> turns = new ArrayList<>();
    private Bill bill = Bill.NOTHING;

    Agent(ModelCalls model, Staging staging, Optional<Binary> binary, Deadline deadline) {
        this.model = model;
        this.staging = staging;
        this.binary = binary;
        this.deadline = deadline;
    }

    /** What came of it, also if it did not come to an end. */
    RunReport run(RunRequest request) throws InterruptedException {
        try {
            String text = converse(request);
            RunReport report = RunReport.of(text);
            return report.verified(shows(report.repro()));
        } catch (OutOfTimeException e) {
            return RunReport.timeout();
        } catch (ModelException e) {
            return RunReport.error(String.valueOf(e.getMessage()));
        }
    }

    private String converse(RunRequest request) throws InterruptedException, OutOfTimeException, ModelException {
        ObjectNode body = Json.mapper().createObjectNode();
        body.put("model", request.model()).put("max_tokens", MAX_TOKENS).put("system", SYSTEM);
        body.set("tools", TOOLS);
        ArrayNode messages = body.putArray("messages");
        messages.addObject().put("role", "user").put("content", request.prompt());
        for (int turn = 0; turn < MOST_TURNS; turn++) {
            JsonNode message = model.ask(body);
            bill = bill.answered(message.path("usage"));
            if (!message.path("stop_reason").asString("").equals("tool_use")) {
                return text(message);
            }
            messages.addObject().put("role", "assistant").set("content", message.path("content"));
            messages.addObject().put("role", "user").set("content", results(message.path("content")));
        }
        throw new ModelException("the model has not come to an end within " + MOST_TURNS + " turns");
    }

    private static String text(JsonNode message) {
        StringBuilder text = new StringBuilder();
        message.path("content")
                .values()
                .forEach(block -> text.append(block.path("text").asString("")));
        return text.toString();
    }

    private ArrayNode results(JsonNode content) throws InterruptedException, OutOfTimeException {
        ArrayNode results = Json.mapper().createArrayNode();
        for (JsonNode block : content) {
            if (block.path("type").asString("").equals("tool_use")) {
                Ran ran = use(block.path("name").asString(""), block.path("input"));
                results.addObject()
                        .put("type", "tool_result")
                        .put("tool_use_id", block.path("id").asString(""))
                        .put("content", ran.output())
                        .put("is_error", ran.exit() != 0);
            }
        }
        return results;
    }

    private Ran use(String tool, JsonNode input) throws InterruptedException, OutOfTimeException {
        ObjectNode turn = Json.mapper()
                .createObjectNode()
                .put("call_index", bill.toolCalls())
                .put("tool", tool);
        bill = bill.usedTool();
        turns.add(turn);
        Ran ran = carryOut(tool, input);
        if (ran.exit() != 0) {
            turn.put("error", ran.output());
        }
        return ran;
    }

    private Ran carryOut(String tool, JsonNode input) throws InterruptedException, OutOfTimeException {
        try {
            return switch (tool) {
                case "baml" -> baml(input.path("args"));
                case "write_file" ->
                    write(input.path("name").asString(""), input.path("content").asString(""));
                default -> new Ran(1, "there is no tool " + tool);
            };
        } catch (IOException e) {
            return new Ran(1, String.valueOf(e.getMessage()));
        }
    }

    private Ran write(String name, String content) throws IOException {
        staging.write(name, content);
        return new Ran(0, "written");
    }

    private Ran baml(JsonNode args) throws IOException, InterruptedException, OutOfTimeException {
        List<String> texts = args.values().stream().map(arg -> arg.asString("")).toList();
        return binary.isPresent()
                ? binary.get().run(staging.dir(), texts, deadline)
                : new Ran(0, "baml is not installed; go on without it");
    }

    /** Whether a check of this source fails: then it shows what it is said to show. Unknown counts as no. */
    private boolean shows(String repro) throws InterruptedException {
        if (repro.isBlank() || binary.isEmpty()) {
            return false;
        }
        try {
            staging.write("repro.baml", repro);
            return binary.get()
                            .run(staging.dir(), List.of("check", "repro.baml"), deadline)
                            .exit()
                    != 0;
        } catch (IOException | OutOfTimeException e) {
            return false;
        }
    }

    /** The answer on the wire. */
    Map<String, Object> answer(RunReport report) {
        return report.answer(turns, bill.metrics(deadline.passedMillis()), binary.map(Binary::version));
    }
}
