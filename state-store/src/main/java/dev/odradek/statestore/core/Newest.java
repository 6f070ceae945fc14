package dev.odradek.statestore.core;

/** The highest version of a machine this partition knows; 0 is none. */
public record Newest(int version) {
    public static Key<Newest> key(String tenant, String machine) {
        return new Key<>(prefix(tenant) + machine, Newest.class);
    }

    public static String prefix(String tenant) {
        return "newest/" + tenant + "/";
    }

    public static int of(View view, String tenant, String machine) {
        Newest newest = view.get(key(tenant, machine));
        return newest == null ? 0 : newest.version();
    }
}
