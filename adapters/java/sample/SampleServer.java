package sample;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import wynhold.WynholdBridge;
import wynhold.WynholdBridge.AppliedDeliveries;
import wynhold.WynholdBridge.Command;
import wynhold.WynholdBridge.CommandResult;
import wynhold.WynholdBridge.Delivery;
import wynhold.WynholdBridge.DeliveryRefused;
import wynhold.WynholdBridge.Stats;
import wynhold.WynholdBridge.Status;

/**
 * A game server without a game: it shows where a real one calls the bridge. One thread runs the game; players
 * are saved at intervals, each in one file with items, experience and the ids of applied deliveries.
 *
 * <pre>
 * java -cp wynhold.jar:sample.jar sample.SampleServer https://play.example.org gb_1_… saves
 * </pre>
 *
 * It takes orders on its input: {@code login NAME PASSWORD}, {@code logout NAME}, {@code claim NAME},
 * {@code train NAME EXPERIENCE}, {@code kill NAME}, {@code quit}.
 */
public final class SampleServer {
  private static final int BANK_SIZE = 5;
  /** More than most websites rank: the bridge leaves the others out. */
  private static final int SKILLS = 24;
  private static final int ITEMS = 7_000;

  /** The game thread. Everything below runs on it, except the two methods that say otherwise. */
  private final ScheduledExecutorService world = Executors.newSingleThreadScheduledExecutor();
  private final Map<String, Player> online = new LinkedHashMap<>();
  private final Path saves;
  private final String stopAt;
  private WynholdBridge bridge;

  private static final class Player {
    final String name;
    final TreeMap<Integer, Long> bank = new TreeMap<>();
    /** Ranks and memberships, such as "membership gold". */
    final TreeSet<String> grants = new TreeSet<>();
    /** Commands that were bought and have run. */
    final List<String> commands = new ArrayList<>();
    final int[] experience = new int[SKILLS];
    int giants;
    AppliedDeliveries applied = AppliedDeliveries.read(null);
    boolean isMuted;

    Player(String name) {
      this.name = name;
    }
  }

  public static void main(String[] args) throws Exception {
    SampleServer server = new SampleServer(Path.of(args[2]), System.getenv("STOP_AT"));
    server.start(args[0], args[1]);
    server.readOrders();
  }

  private SampleServer(Path saves, String stopAt) throws IOException {
    this.saves = Files.createDirectories(saves);
    this.stopAt = stopAt;
  }

  private void start(String url, String token) {
    bridge = WynholdBridge.builder(url, token)
        .gameThread(world)
        .status(() -> Status.running(names(), 100, "sample 1"))
        .commands(this::run)
        .deliveryKinds("item", "rank", "membership", "command", "bundle")
        .stateFolder(saves.resolve("wynhold"))
        .start();
    bridge.items(ITEMS);
    bridge.counters("Bosses", Map.of("ash-giant", "Ash Giant"));
    world.scheduleWithFixedDelay(this::saveAll, 500, 500, TimeUnit.MILLISECONDS);
    say("started");
  }

  private List<String> names() {
    return online.values().stream().map(player -> player.name).collect(Collectors.toList());
  }

  // ---- Logins --------------------------------------------------------------------------------------

  private void login(String name, String password) {
    bridge.login(name, password, "198.51.100.7").whenComplete((login, problem) -> {
      if (problem != null) say("login " + name + " failed: " + problem.getMessage());
      else if (!login.isOk()) say("login " + name + " refused: " + login.code());
      else enter(login.name(), login.isMuted());
    });
  }

  private void enter(String name, boolean isMuted) {
    // The key, not the spelling: otherwise Iron_Ada and iron ada are two players with the same save.
    Player player = online.computeIfAbsent(WynholdBridge.key(name), key -> load(name));
    player.isMuted = isMuted;
    say("login " + player.name + " ok");
    deliver(player);
  }

  private void logout(Player player) {
    save(player);
    online.remove(WynholdBridge.key(player.name));
    say("logout " + player.name);
  }

  // ---- Purchases -----------------------------------------------------------------------------------

  private void deliver(Player player) {
    bridge.deliver(player.name, player.applied, item -> {
      reach("claimed");
      apply(player, item);
      if (!item.from().isEmpty()) say(player.name + " got a gift from " + item.from() + ": " + item.note());
      reach("applied");
    }).whenComplete((count, problem) -> {
      if (problem != null) say("claim " + player.name + " failed: " + problem.getMessage());
      else {
        // At once: until the next save the item could be traded away, and after a crash be given again.
        if (count > 0) save(player);
        say("claim " + player.name + " got " + count);
      }
    });
  }

  /** Changes only what is saved with the player, and nothing at all if it refuses. */
  private void apply(Player player, Delivery item) throws DeliveryRefused {
    switch (item.kind()) {
      case "item":
        putIntoBank(player, List.of(item));
        break;
      case "bundle":
        putIntoBank(player, item.contents());
        break;
      case "rank":
      case "membership":
        if (item.isEnd()) player.grants.remove(item.kind() + " " + item.value());
        else player.grants.add(item.kind() + " " + item.value());
        break;
      case "command":
        player.commands.add(item.value());
        break;
      default:
        throw new DeliveryRefused("The game cannot deliver a " + item.kind() + ".", false);
    }
  }

  private void putIntoBank(Player player, List<Delivery> items) throws DeliveryRefused {
    TreeMap<Integer, Long> bank = new TreeMap<>(player.bank);
    for (Delivery item : items) bank.merge(item.itemId(), (long) item.quantity(), Long::sum);
    if (bank.size() > BANK_SIZE) throw new DeliveryRefused("The bank is full.", true);
    player.bank.putAll(bank);
  }

  // ---- Commands ------------------------------------------------------------------------------------

  private CommandResult run(Command command) {
    reach("command");
    say("command " + command.type());
    Player player = online.get(WynholdBridge.key(command.player()));
    switch (command.type()) {
      case "broadcast":
        say("broadcast " + command.text("message"));
        return CommandResult.done("Shown to " + online.size() + " players.");
      case "vote":
        say("vote " + command.player() + " on " + command.text("list"));
        return CommandResult.done("Shown to " + online.size() + " players.");
      case "kick":
        if (player == null) return CommandResult.failed("Not in the game.");
        logout(player);
        return CommandResult.done("Kicked.");
      case "mute":
      case "unmute":
        // The website checks it again at the next login.
        if (player != null) player.isMuted = command.type().equals("mute");
        return CommandResult.done("");
      default:
        return CommandResult.unsupported();
    }
  }

  // ---- Saves ---------------------------------------------------------------------------------------

  private void saveAll() {
    for (Player player : new ArrayList<>(online.values())) save(player);
  }

  private void save(Player player) {
    String applied = player.applied.write();
    try {
      write(player, applied);
      if (!applied.isEmpty()) reach("saved");
      bridge.saved(player.applied, applied);
      Stats stats = Stats.of(player.name, player.experience).playtime(Duration.ofHours(1));
      bridge.hiscores(stats.mode("normal").counter("ash-giant", player.giants));
    } catch (IOException problem) {
      // Nothing is acknowledged, so the website keeps the deliveries until a save succeeds.
      say("save " + player.name + " failed: " + problem);
    }
  }

  /** One durable write: a temporary file, forced to disk, then moved over the old one. */
  private void write(Player player, String applied) throws IOException {
    StringBuilder lines = new StringBuilder("name=" + player.name + "\napplied=" + applied + "\n");
    lines.append("giants=" + player.giants + "\n");
    player.bank.forEach((item, count) -> lines.append("bank." + item + "=" + count + "\n"));
    appendAll(lines, "grant.", new ArrayList<>(player.grants));
    appendAll(lines, "command.", player.commands);
    for (int skill = 0; skill < SKILLS; skill++) {
      lines.append("experience." + skill + "=" + player.experience[skill] + "\n");
    }
    Path file = fileOf(player.name);
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (FileChannel channel = FileChannel.open(next, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
        StandardOpenOption.TRUNCATE_EXISTING)) {
      channel.write(StandardCharsets.UTF_8.encode(lines.toString()));
      channel.force(true);
    }
    if (!applied.isEmpty()) reach("writing");
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void appendAll(StringBuilder lines, String key, List<String> values) {
    for (int at = 0; at < values.size(); at++) {
      lines.append(key + at + "=" + values.get(at).replace("\\", "\\\\") + "\n");
    }
  }

  private Player load(String name) {
    Player player = new Player(name);
    Properties text = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(fileOf(name))) {
      text.load(reader);
    } catch (NoSuchFileException newPlayer) {
      player.experience[3] = 1154;
      return player;
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    player.applied = AppliedDeliveries.read(text.getProperty("applied"));
    player.giants = Integer.parseInt(text.getProperty("giants", "0"));
    for (String key : text.stringPropertyNames()) {
      String value = text.getProperty(key);
      if (key.startsWith("grant.")) player.grants.add(value);
      if (key.startsWith("bank.")) player.bank.put(Integer.valueOf(key.substring(5)), Long.valueOf(value));
      if (key.startsWith("experience.")) player.experience[Integer.parseInt(key.substring(11))] = Integer.parseInt(value);
    }
    for (int at = 0; text.containsKey("command." + at); at++) player.commands.add(text.getProperty("command." + at));
    return player;
  }

  private Path fileOf(String name) {
    return saves.resolve(WynholdBridge.key(name).replace(' ', '_') + ".save");
  }

  // ---- Orders and the end ----------------------------------------------------------------------------

  /** Runs on the main thread. */
  private void readOrders() throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null && !line.equals("quit"); line = input.readLine()) {
      String[] words = line.split(" ", 3);
      world.execute(() -> obey(words));
    }
    world.submit(this::saveAll).get();
    bridge.close();
    world.shutdownNow();
    say("stopped");
  }

  private void obey(String[] words) {
    Player player = words.length < 2 ? null : online.get(WynholdBridge.key(words[1]));
    if (words[0].equals("login")) {
      login(words[1], words[2]);
    } else if (player == null) {
      say("nobody is called that");
    } else if (words[0].equals("claim")) {
      deliver(player);
    } else if (words[0].equals("friend") && WynholdBridge.isClaimCode(words[2])) {
      bridge.claimName(player.name, words[2]).whenComplete((isClaimed, problem) -> say("claimed " + player.name + ": " + isClaimed));
    } else if (words[0].equals("logout")) {
      logout(player);
    } else if (words[0].equals("train")) {
      player.experience[0] += Integer.parseInt(words[2]);
      say("trained " + player.name);
    } else if (words[0].equals("kill")) {
      player.giants++;
      say("killed " + player.name);
    }
  }

  /** For tests: stops the game thread here, so that the process can be killed at exactly this point. */
  private void reach(String point) {
    if (!point.equals(stopAt)) return;
    say("reached " + point);
    try {
      Thread.sleep(Long.MAX_VALUE);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private static void say(String line) {
    System.out.println(line);
  }
}
