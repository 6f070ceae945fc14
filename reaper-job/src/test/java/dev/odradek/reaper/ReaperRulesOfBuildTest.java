package dev.odradek.reaper;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;

/** The build rules that keep the judgement pure and the service apart from the others. */
@AnalyzeClasses(packages = "dev.odradek.reaper", importOptions = ImportOption.DoNotIncludeTests.class)
class ReaperRulesOfBuildTest {

    @ArchTest
    static final ArchRule judgementTouchesNothing = noClasses()
            .that()
            .resideInAPackage("..deadline..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.apache.kafka..",
                    "org.rocksdb..",
                    "org.slf4j..",
                    "io.micrometer..",
                    "java.io..",
                    "java.nio.file..",
                    "java.net..",
                    "java.util.concurrent..",
                    "dev.odradek.reaper.stream..");

    @ArchTest
    static final ArchRule judgementAsksNoClockAndThrowsNoDice = noClasses()
            .that()
            .resideInAPackage("..deadline..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .dependOnClassesThat()
            .belongToAnyOf(Random.class, Clock.class, Thread.class);

    @ArchTest
    static final ArchRule onlyTheContractIsShared = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.odradek.statestore..", "dev.odradek.runtime..", "dev.odradek.standalone..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule theServiceStandsOnTop = noClasses()
            .that()
            .resideInAPackage("..deadline..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.odradek.reaper");

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.odradek.reaper.(*)..").should().beFreeOfCycles();
}
