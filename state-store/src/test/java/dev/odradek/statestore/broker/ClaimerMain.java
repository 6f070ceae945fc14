package dev.odradek.statestore.broker;

import dev.odradek.topics.TopicPlan;
import dev.odradek.topics.command.ItemCommand.Claim;
import dev.odradek.topics.event.Answer;
import dev.odradek.topics.route.Conversation;
import dev.odradek.topics.settings.Connection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** A process with many claimers that all want the same item the moment a file appears. */
final class ClaimerMain {
    private ClaimerMain() {}

    public static void main(String[] args) {
        String bootstrap = args[0];
        TopicPlan plan = new TopicPlan(args[1], Integer.parseInt(args[2]), 4, 64 * 1024);
        String item = args[3];
        int claimers = Integer.parseInt(args[4]);
        Path go = Path.of(args[5]);
        try (Conversation talk = new Conversation(new Connection(bootstrap, plan, Map.of()))) {
            System.out.println("READY");
            while (!Files.exists(go)) {
                LockSupport.parkNanos(1_000_000);
            }
            List<CompletableFuture<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < claimers; i++) {
                String name = ProcessHandle.current().pid() + "-" + i;
                Claim claim = new Claim(item, "status", 1, "w-" + name, "c-" + name);
                answers.add(talk.ask(Cluster.TENANT, item, claim));
            }
            long granted = answers.stream()
                    .map(Cluster::await)
                    .filter(answer -> answer instanceof Answer.Granted)
                    .count();
            System.out.println("GRANTED " + granted + " OF " + answers.size());
        }
    }
}
