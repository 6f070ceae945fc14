package dev.odradek.statestore;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.odradek.topics.route.Ids;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Random;
import java.util.UUID;

/** The build rules that keep the core pure, so that a log has one meaning on every machine. */
@AnalyzeClasses(packages = "dev.odradek.statestore", importOptions = ImportOption.DoNotIncludeTests.class)
class PureCoreTest {
    private static final String[] PURE = {
        "dev.odradek.statestore.core..",
        "dev.odradek.statestore.item..",
        "dev.odradek.statestore.schedule..",
        "dev.odradek.statestore.partition..",
        "dev.odradek.statestore.audit..",
        "dev.odradek.statestore.rehearse..",
        "dev.odradek.statestore.projection.."
    };

    @ArchTest
    static final ArchRule decisionsTouchNothing = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.kafka..",
                    "org.slf4j..",
                    "io.micrometer..",
                    "java.io..",
                    "java.nio.file..",
                    "java.sql..",
                    "java.net..",
                    "java.util.concurrent..",
                    "java.security..",
                    "dev.odradek.statestore.stream..",
                    "dev.odradek.statestore.patrol..",
                    "dev.odradek.statestore.replay..",
                    "dev.odradek.statestore.read..");

    @ArchTest
    static final ArchRule decisionsAskNoClockAndThrowNoDice = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "getProperty", String.class)
            .orShould()
            .callMethod(System.class, "getenv", String.class)
            .orShould()
            .callMethod(System.class, "identityHashCode", Object.class)
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .callMethod(Math.class, "pow", double.class, double.class)
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(Ids.class, "fresh")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, Clock.class, Thread.class);

    /** Only Draft asks a hash set, whether a timer slot was seen: it never walks through it. */
    @ArchTest
    static final ArchRule nothingIsOrderedByHash = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .and()
            .doNotHaveFullyQualifiedName("dev.odradek.statestore.core.Draft")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(HashMap.class, HashSet.class);

    @ArchTest
    static final ArchRule noRowIsOrderedByHash = noFields()
            .that()
            .areDeclaredInClassesThat(resideInAnyPackage(PURE))
            .should()
            .haveRawType(HashMap.class)
            .orShould()
            .haveRawType(HashSet.class);

    @ArchTest
    static final ArchRule layers = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.odradek.statestore..")
            .withOptionalLayers(true)
            .layer("core")
            .definedBy(PURE[0])
            .layer("item")
            .definedBy(PURE[1])
            .layer("schedule")
            .definedBy(PURE[2])
            .layer("partition")
            .definedBy(PURE[3])
            .layer("audit")
            .definedBy(PURE[4])
            .layer("rehearse")
            .definedBy(PURE[5])
            .layer("shell")
            .definedBy(
                    "dev.odradek.statestore",
                    "dev.odradek.statestore.feed..",
                    "dev.odradek.statestore.patrol..",
                    "dev.odradek.statestore.stream..",
                    "dev.odradek.statestore.replay..",
                    "dev.odradek.statestore.read..",
                    "dev.odradek.statestore.table..")
            .layer("projection")
            .definedBy(PURE[6])
            .whereLayer("partition")
            .mayOnlyBeAccessedByLayers("rehearse", "shell")
            .whereLayer("schedule")
            .mayOnlyBeAccessedByLayers("partition", "shell")
            .whereLayer("item")
            .mayOnlyBeAccessedByLayers("schedule", "partition", "audit", "rehearse", "projection", "shell")
            .whereLayer("audit")
            .mayOnlyBeAccessedByLayers("shell")
            .whereLayer("rehearse")
            .mayOnlyBeAccessedByLayers("shell")
            .whereLayer("shell")
            .mayNotBeAccessedByAnyLayer();

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.odradek.statestore.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class);

    @ArchTest
    static final ArchRule namesSayWhatThingsAre = classes()
            .should()
            .haveSimpleNameNotEndingWith("Manager")
            .andShould()
            .haveSimpleNameNotEndingWith("Helper")
            .andShould()
            .haveSimpleNameNotEndingWith("Util")
            .andShould()
            .haveSimpleNameNotEndingWith("Utils")
            .andShould()
            .haveSimpleNameNotEndingWith("Impl");
}
