package dev.odradek.stages.bench;

import dev.odradek.runtime.Handler;
import dev.odradek.runtime.Result;
import dev.odradek.runtime.Work;
import java.io.IOException;

/** Has what failed because somebody does not answer tried again, as the claim rule says. */
public record Patient(Handler handler) implements Handler {
    @Override
    public Result handle(Work work) throws Exception {
        try {
            return handler.handle(work);
        } catch (IOException e) {
            return Result.retry(e.toString());
        }
    }
}
