package dev.odradek.ingest.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigestTest {
    private static final String HELLO = "sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:",
                " sha-512=:AAAA:,\tsha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=: ",
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:, md5=:AA==:"
            })
    void findsSha256AmongOthers(String header) {
        assertThat(Digest.parseContentDigest(header).map(Digest::toString)).contains(HELLO);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "zz",
                "sha-256=deadbeef",
                "sha-256=:AAAA:",
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ:",
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=",
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:, zz",
                "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:,",
                "x-sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:",
                "sha-512=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"
            })
    void findsNothingInWhatCannotBeChecked(String header) {
        assertThat(Digest.parseContentDigest(header)).isEmpty();
    }
}
