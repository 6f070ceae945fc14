package dev.odradek.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** What users import stays small, and nobody sleeps in it. */
@AnalyzeClasses(packages = "dev.odradek.client", importOptions = DoNotIncludeTests.class)
class ClientRulesTest {

    @ArchTest
    static final ArchRule fewDependencies = classes()
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "dev.odradek.client..", "org.jspecify..", "tools.jackson..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);
}
