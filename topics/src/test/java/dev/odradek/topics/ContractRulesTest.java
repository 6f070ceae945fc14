package dev.odradek.topics;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;

/** What everyone depends on depends on next to nothing. */
@AnalyzeClasses(packages = "dev.odradek.topics", importOptions = ImportOption.DoNotIncludeTests.class)
class ContractRulesTest {
    @ArchTest
    static final ArchRule topicsNeedsOnlyKafkaClientsAndJackson = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.odradek.topics..",
                    "java..",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..",
                    "org.apache.kafka.clients..",
                    "org.apache.kafka.common..",
                    "org.slf4j..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class);

    @ArchTest
    static final ArchRule recordsArePlainData = noClasses()
            .that()
            .resideInAnyPackage("..command", "..event", "..machine", "..schedule")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.io..", "java.nio..", "java.net..")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random");

    @ArchTest
    static final ArchRule theRecordsDoNotKnowHowTheyTravel = noClasses()
            .that()
            .resideInAnyPackage("..command", "..event", "..machine", "..schedule")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("..format", "..route", "..settings");
}
