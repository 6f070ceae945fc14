package dev.odradek.client;

import java.util.List;

/**
 * A worker's word that it is there.
 *
 * @param current the claims it holds
 */
public record Beat(String incarnation, String role, List<String> current) {
    public Beat {
        current = List.copyOf(current);
    }
}
