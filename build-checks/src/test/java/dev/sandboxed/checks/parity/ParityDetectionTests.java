package dev.sandboxed.checks.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows, on two small builds that agree, that every disagreement put into them is found and named. */
class ParityDetectionTests {

    private static final String PIN =
            "<plugin><artifactId>maven-%s-plugin</artifactId><version>${plugin.version}</version></plugin>";

    private final Map<String, String> files = new HashMap<>(Map.of(
            "pom.xml",
            """
            <project><version>1</version>
              <modules><module>bom</module><module>a</module><module>b</module></modules>
              <properties><jna.version>5</jna.version><plugin.version>3</plugin.version></properties>
              <build><pluginManagement><plugins>%s</plugins></pluginManagement></build>
            </project>""".formatted(pins()),
            "bom/pom.xml",
            """
            <project><parent><version>1</version></parent><artifactId>bom</artifactId><packaging>pom</packaging>
              <dependencyManagement><dependencies><dependency><artifactId>mod-a</artifactId></dependency></dependencies>
              </dependencyManagement></project>""",
            "a/pom.xml",
            """
            <project><parent><version>1</version></parent><artifactId>mod-a</artifactId><dependencies>
              <dependency><groupId>net</groupId><artifactId>jna</artifactId><version>${jna.version}</version>
            </dependency></dependencies></project>""",
            "b/pom.xml",
            """
            <project><parent><version>1</version></parent><artifactId>mod-b</artifactId>
            <properties><maven.deploy.skip>true</maven.deploy.skip></properties><dependencies><dependency>
              <groupId>dev.sandboxed</groupId><artifactId>mod-a</artifactId><version>${project.version}</version>
              <scope>test</scope></dependency></dependencies></project>""",
            "settings.gradle.kts",
            """
            library("jna", "net", "jna").version(fromPom("jna.version"))
            module("bom", "bom")
            module("mod-a", "a")
            module("mod-b", "b")
            """,
            "bom/build.gradle.kts",
            "plugins { `java-platform` }\ndependencies {\n    constraints {\n    api(project(\":mod-a\"))\n    }\n}\n",
            "a/build.gradle.kts",
            "plugins { `maven-publish` }\ndependencies {\n    implementation(libs.jna)\n}\n",
            "b/build.gradle.kts",
            "dependencies {\n    testImplementation(project(\":mod-a\"))\n}\n"));

    @Test
    void buildsThatAgreeHaveNoDifferences() {
        assertThat(differences()).isEmpty();
        assertThat(new MavenBuild(files::get).problems()).isEmpty();
    }

    @Test
    void aModuleThatGradleLacksIsNamed() {
        change("settings.gradle.kts", "module(\"mod-b\", \"b\")\n", "");

        assertThat(differences()).containsExactly("module mod-b is known to Maven only");
    }

    @Test
    void aDependencyThatOneBuildLacksIsNamed() {
        change("a/build.gradle.kts", "    implementation(libs.jna)\n", "");

        assertThat(differences()).containsExactly("mod-a: net:jna is a dependency in Maven only");
    }

    @Test
    void aDifferentScopeIsNamed() {
        change("b/build.gradle.kts", "testImplementation", "runtimeOnly");

        assertThat(differences())
                .containsExactly("mod-b: dev.sandboxed:mod-a has scope test in Maven, runtime in Gradle");
    }

    @Test
    void aDifferentVersionIsNamed() {
        change("settings.gradle.kts", "jna.version", "plugin.version");

        assertThat(differences())
                .containsExactly("mod-a: net:jna has version jna.version in Maven, plugin.version in Gradle");
    }

    @Test
    void aPublishedModuleThatTheBomLacksIsNamed() {
        change("bom/pom.xml", "mod-a", "mod-b");

        assertThat(differences())
                .containsExactly(
                        "the BOM of Maven lacks mod-a", "the BOM of Maven lists mod-b, which is not published");
    }

    @Test
    void aModulePublishedByOneBuildOnlyIsNamed() {
        change("b/pom.xml", "<maven.deploy.skip>true</maven.deploy.skip>", "");

        assertThat(differences())
                .containsExactly("mod-b: published true in Maven, false in Gradle", "the BOM of Maven lacks mod-b");
    }

    @Test
    void aDependencyInAFormThatCannotBeReadIsNamed() {
        change("a/build.gradle.kts", "libs.jna", "\"net:jna:5\"");

        assertThatThrownBy(this::differences)
                .hasMessage("mod-a: cannot read the dependency implementation(\"net:jna:5\")");
    }

    @Test
    void aVersionWrittenIntoAModuleIsNamed() {
        change("a/pom.xml", "${jna.version}", "5");

        assertThat(new MavenBuild(files::get).problems())
                .containsExactly("mod-a: jna has version 5, which is no property of the root pom");
    }

    @Test
    void aPluginThatIsNotPinnedIsNamed() {
        change("pom.xml", PIN.formatted("site"), "");
        change(
                "a/pom.xml",
                "<dependencies>",
                "<build><plugin><artifactId>loose</artifactId></plugin></build><dependencies>");

        assertThat(new MavenBuild(files::get).problems())
                .containsExactly("loose is not pinned", "maven-site-plugin is not pinned");
    }

    private List<String> differences() {
        return Parity.differences(new MavenBuild(files::get).read(), new GradleBuild(files::get).read());
    }

    private void change(String file, String from, String to) {
        assertThat(files.get(file)).contains(from);
        files.computeIfPresent(file, (path, text) -> text.replace(from, to));
    }

    private static String pins() {
        StringBuilder pins = new StringBuilder();
        for (String name : List.of("clean", "resources", "compiler", "surefire", "jar", "install", "deploy", "site")) {
            pins.append(PIN.formatted(name));
        }
        return pins.toString();
    }
}
