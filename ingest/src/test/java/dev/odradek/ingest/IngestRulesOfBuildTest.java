package dev.odradek.ingest;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The build rules that keep ingest apart from the other services, and its packages in order. */
@AnalyzeClasses(packages = "dev.odradek.ingest", importOptions = ImportOption.DoNotIncludeTests.class)
class IngestRulesOfBuildTest {

    @ArchTest
    static final ArchRule onlyTheContractIsShared = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.odradek.statestore..",
                    "dev.odradek.reaper..",
                    "dev.odradek.runtime..",
                    "dev.odradek.standalone..",
                    "dev.odradek.localcluster..");

    @ArchTest
    static final ArchRule nobodyAsksTheDatabase = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.postgresql..", "org.springframework.jdbc..");

    @ArchTest
    static final ArchRule nobodySleeps = noClasses().should().callMethod(Thread.class, "sleep", long.class);

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("dev.odradek.ingest.(*)..").should().beFreeOfCycles();
}
