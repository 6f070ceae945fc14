package dev.odradek.stages.bench;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What is copied must stay copyable: it needs the runtime and nothing of the services. */
@AnalyzeClasses(packages = "dev.odradek.stages", importOptions = DoNotIncludeTests.class)
class SampleRulesTest {

    @ArchTest
    static final ArchRule fewDependencies = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "com.sun.net.httpserver..",
                    "dev.odradek.stages..",
                    "dev.odradek.runtime..",
                    "dev.odradek.topics..",
                    "org.jspecify..",
                    "org.slf4j..",
                    "tools.jackson..");

    @ArchTest
    static final ArchRule workersKnowNoFakes = noClasses()
            .that()
            .resideInAPackage("dev.odradek.stages.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.odradek.stages.fake..");
}
