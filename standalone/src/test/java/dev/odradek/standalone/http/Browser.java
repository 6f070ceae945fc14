package dev.odradek.standalone.http;

import static dev.odradek.standalone.http.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;

/** The Chromium of this machine, on the console; or a visibly skipped test. */
final class Browser implements AutoCloseable {
    private static final Dimension DESK = new Dimension(1280, 900);
    private static final String AXE = resource("/axe.min.js");

    private final String url;
    private final ChromeDriver driver;

    private Browser(String url, ChromeDriver driver) {
        this.url = url;
        this.driver = driver;
    }

    /** Without Chromium and its driver the test is skipped, and says so. */
    static Browser on(String url) {
        Optional<Path> binary = onPath("chromium", "chromium-browser", "google-chrome");
        Optional<Path> program = onPath("chromedriver");
        Assumptions.assumeTrue(
                binary.isPresent() && program.isPresent(),
                "skipped: there is no chromium with its chromedriver on PATH; install the packages chromium and"
                        + " chromium-driver");
        ChromeOptions options = new ChromeOptions();
        options.setBinary(binary.orElseThrow().toFile());
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(program.orElseThrow().toFile())
                .usingAnyFreePort()
                .build();
        Browser browser = new Browser(url, new ChromeDriver(service, options));
        browser.driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
        browser.size(DESK.width, DESK.height);
        return browser;
    }

    private static Optional<Path> onPath(String... names) {
        return Arrays.stream(names)
                .flatMap(name -> Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Opens a page of the console as if for the first time, and waits until it has something to show. */
    void open(String page) {
        driver.get("about:blank");
        driver.get(url + "/console/#" + page);
        ready();
    }

    /** As a link would, within the page. */
    void go(String page) {
        run(
                "if (location.hash === arguments[0]) return;"
                        + "document.querySelector('.page')?.setAttribute('data-left', '');"
                        + "location.hash = arguments[0]",
                "#" + page);
        ready();
    }

    /** Asked by script: the driver would hold on to every element it is asked for, and to the page around it. */
    private void ready() {
        eventually(() -> assertThat(count(".page[data-ready]:not([data-left])")).isEqualTo(1));
    }

    /** Whoever comes from here on shows this token; none: comes from this machine. */
    void bear(String token) {
        driver.get(url + "/console/icon.svg");
        run("arguments[0] ? sessionStorage.setItem('odradek-token', arguments[0]) : sessionStorage.clear()", token);
    }

    String text() {
        return String.valueOf(run("return document.body.innerText"));
    }

    void sees(String words) {
        eventually(() -> assertThat(text()).contains(words));
    }

    /** The text of the table row that holds these words; empty: there is none. */
    String row(String words) {
        return String.valueOf(run(
                "return [...document.querySelectorAll('tbody tr')].map(each => each.innerText.replace(/\\s+/g, ' '))"
                        + ".find(each => each.includes(arguments[0])) || ''",
                words));
    }

    void click(String selector) {
        eventually(() -> driver.findElement(By.cssSelector(selector)).click());
    }

    /** The button or link with these words, within the selected part. */
    void press(String within, String words) {
        eventually(() -> named(within, words).click());
    }

    void confirm() {
        click("dialog[open] button[value=yes]");
        eventually(() -> assertThat(count("dialog[open]")).isZero());
    }

    private WebElement named(String within, String words) {
        return driver.findElements(By.cssSelector(within + " button, " + within + " a")).stream()
                .filter(each -> each.getText().equals(words) && each.isDisplayed() && each.isEnabled())
                .findFirst()
                .orElseThrow(() -> new AssertionError("there is no " + words + " in " + within));
    }

    long count(String selector) {
        return ((Number) Objects.requireNonNull(run("return document.querySelectorAll(arguments[0]).length", selector)))
                .longValue();
    }

    void keys(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Presses tab until what has the focus says these words, or fails after many. */
    void tabTo(String words) {
        for (int pressed = 0; pressed < 60; pressed++) {
            keys(Keys.TAB);
            if (focused().contains(words)) {
                return;
            }
        }
        throw new AssertionError("no tab leads to " + words + "; the focus is on " + focused());
    }

    String focused() {
        return String.valueOf(run(
                "const on = document.activeElement; return on.getAttribute('aria-label') || on.innerText || on.id"));
    }

    Object run(String script, Object... values) {
        return driver.executeScript(script, values);
    }

    void size(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** By how much the page is wider than the window. */
    long overhang() {
        return ((Number) Objects.requireNonNull(
                        run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")))
                .longValue();
    }

    void theme(String name) {
        if (!name.equals(run("return document.documentElement.dataset.theme"))) {
            click("#theme");
        }
        assertThat(run("return document.documentElement.dataset.theme")).isEqualTo(name);
    }

    void collectGarbage() {
        driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
    }

    /** How many nodes there are, with those that are no longer shown but still held. */
    Object nodes() {
        return driver.executeCdpCommand("Memory.getDOMCounters", Map.of()).get("nodes");
    }

    /** What axe-core finds that is serious or worse, in words. */
    List<?> faults() {
        Object found = driver.executeAsyncScript(AXE + ";const done = arguments[arguments.length - 1];"
                + "axe.run({resultTypes: ['violations']}).then(all => done(all.violations"
                + ".filter(each => ['serious', 'critical'].includes(each.impact))"
                + ".map(each => each.id + ': ' + each.nodes.map(node => node.html).slice(0, 3).join(' | '))),"
                + " failure => done(['axe did not run: ' + failure]))");
        return (List<?>) Objects.requireNonNull(found);
    }

    /** A picture of the whole page, if the system property console.screenshots names a folder. */
    void picture(String name) throws IOException {
        String folder = System.getProperty("console.screenshots", "");
        if (!folder.isEmpty()) {
            Path file = Path.of(folder, name + ".png");
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        }
    }

    private static String resource(String name) {
        try (InputStream in = Browser.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}
