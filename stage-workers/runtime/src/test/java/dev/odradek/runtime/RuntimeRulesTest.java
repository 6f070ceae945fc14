package dev.odradek.runtime;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What users import stays small, and nobody sleeps in it. */
@AnalyzeClasses(packages = "dev.odradek.runtime", importOptions = DoNotIncludeTests.class)
class RuntimeRulesTest {

    @ArchTest
    static final ArchRule fewDependencies = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "com.sun.net.httpserver..",
                    "dev.odradek.runtime..",
                    "dev.odradek.topics..",
                    "org.apache.kafka..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "tools.jackson..",
                    "com.fasterxml.jackson.annotation..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule transportsKnowNothingOfHandlers = noClasses()
            .that()
            .resideInAPackage("..dispatch")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.odradek.runtime");

    @ArchTest
    static final ArchRule bookkeepingIsPure = noClasses()
            .that()
            .haveSimpleName("OffsetLedger")
            .or()
            .haveSimpleName("LaneBacklog")
            .or()
            .haveSimpleName("BatchWindow")
            .or()
            .haveSimpleName("ClaimBook")
            .or()
            .haveSimpleName("Fence")
            .or()
            .haveSimpleName("HelpBook")
            .or()
            .haveSimpleName("Pace")
            .or()
            .haveSimpleName("Staffing")
            .or()
            .haveSimpleName("LateClaims")
            .or()
            .haveSimpleName("LastWords")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.slf4j..", "java.io..")
            .orShould()
            .callMethod(System.class, "nanoTime");
}
