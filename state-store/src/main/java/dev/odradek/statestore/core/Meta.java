package dev.odradek.statestore.core;

/** The partition's own time, which never goes back, and the level it decides at. */
public record Meta(long now, int level) {
    public static final Key<Meta> KEY = new Key<>("meta", Meta.class);
    public static final Meta FIRST = new Meta(0, 1);

    public static Meta of(View view) {
        Meta meta = view.get(KEY);
        return meta == null ? FIRST : meta;
    }
}
