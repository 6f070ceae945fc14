package dev.odradek.client;

/**
 * What a write leaves behind.
 *
 * @param id the item's
 * @param token a read that is given it shows the write
 */
public record Written(String id, String token) {}
