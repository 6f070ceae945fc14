package dev.odradek.statestore.sim;

import dev.odradek.reaper.deadline.ReaperRules;
import dev.odradek.reaper.deadline.Terms;
import java.util.LinkedHashMap;
import java.util.Map;

/** The reaper, or the workers it watches, with one check dropped each: the simulation must notice every one. */
final class ReaperMutations {
    private static final Map<String, Laws> ALL = new LinkedHashMap<>();

    private ReaperMutations() {}

    static Map<String, Laws> all() {
        return ALL;
    }

    private static void put(String name, ReaperRules mutated) {
        ALL.put(name, Laws.with(mutated));
    }

    static {
        ALL.put("a holder never stops by itself", new Laws(Laws.ALL.core(), Laws.ALL.reaper(), false));
        put("a gap in the canaries goes unnoticed", new ReaperRules() {
            @Override
            protected boolean isGap(long before, long canary, Terms terms) {
                return false;
            }

            @Override
            protected boolean isStep(long byBroker, long least, long most, Terms terms) {
                return false;
            }
        });
        put("a step of the broker's clock goes unnoticed", new ReaperRules() {
            @Override
            protected boolean isStep(long byBroker, long least, long most, Terms terms) {
                return false;
            }
        });
        put("there is no grace after a gap", new ReaperRules() {
            @Override
            protected boolean isGrace(long graceFrom, long canary, Terms terms) {
                return false;
            }
        });
        put("silence is never noticed", new ReaperRules() {
            @Override
            protected boolean isSilent(long seen, long canary, long patience) {
                return false;
            }
        });
        put("silence is noticed too soon", new ReaperRules() {
            @Override
            protected boolean isSilent(long seen, long canary, long patience) {
                return canary - seen >= 2_000;
            }
        });
        put("nobody is given the silence it asked for", new ReaperRules() {
            @Override
            protected long patience(Long wanted, Terms terms) {
                return terms.presence();
            }
        });
        put("no heartbeat renews a lease", new ReaperRules() {
            @Override
            protected boolean renews(long namedEpoch, long epoch) {
                return false;
            }
        });
        put("a lease runs from its claim, however often it is renewed", new ReaperRules() {
            @Override
            protected long runsFrom(long start, long renewed, long graceFrom) {
                return Math.max(start, graceFrom);
            }
        });
        put("a lease does not run anew after a gap", new ReaperRules() {
            @Override
            protected long runsFrom(long start, long renewed, long graceFrom) {
                return Math.max(start, renewed);
            }
        });
        put("silence is judged by the reaper's own clock", new ReaperRules() {
            @Override
            protected long judgedAt(long canary, long estimate) {
                return estimate;
            }
        });
        put("what was sent is forgotten, whether or not it arrived", new ReaperRules() {
            @Override
            protected boolean staysAfterSending() {
                return false;
            }
        });
        put("what is due already is put before the floor", new ReaperRules() {
            @Override
            protected long notBefore(long floor, long index) {
                return index;
            }
        });
        put("whoever takes over does not ask who holds something", new ReaperRules() {
            @Override
            protected boolean remembersHolders() {
                return false;
            }
        });
    }
}
