package wynhold;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Connects a Java game server to the website: logins, purchases, hiscores, the number of players online
 * and the website's commands. One file, JDK 11 or later, no dependencies. Copy it into your server, or put
 * the jar on its class path.
 *
 * <pre>{@code
 * WynholdBridge bridge = WynholdBridge.builder("https://play.example.org", System.getenv("BRIDGE_TOKEN"))
 *     .gameThread(world::submit)                    // runs a task on the game thread, in the next tick
 *     .status(() -> Status.running(world.playerNames(), 2000, "rev 317"))
 *     .commands(this::runCommand)
 *     .stateFolder(Path.of("data", "wynhold"))
 *     .start();
 * }</pre>
 *
 * <p><b>Threads.</b> No method blocks, except {@link #close()}. Calls wait in a bounded queue and are
 * repeated, with pauses, until the website has answered. Every future is completed on the game thread, so
 * {@code bridge.login(…).whenComplete(…)} continues there. Never wait for a future on the game thread;
 * a login thread of its own may.
 *
 * <p><b>Purchases arrive exactly once</b> if the ids of applied deliveries are part of the player's own
 * save file, so that items and ids are always saved together, also by servers that save at intervals:
 *
 * <pre>{@code
 * // 1. The player has one more attribute.
 * final AppliedDeliveries applied = AppliedDeliveries.read(savedAttributeOrNull);
 *
 * // 2. After login, and for ::claim: puts items into the bank, on the game thread.
 * bridge.deliver(player.name, player.applied, item -> {
 *   if (!player.bank.hasRoomFor(item.itemId(), item.quantity())) {
 *     throw new DeliveryRefused("The bank is full.", true);
 *   }
 *   player.bank.add(item.itemId(), item.quantity());
 * }).thenAccept(count -> {
 *   // At once: until the next save the item could be traded away, and after a crash be given again.
 *   if (count > 0) save(player);
 * });
 *
 * // 3. Every save writes the attribute into the same file as the items. When the file is on disk, tell the
 * //    bridge what was written; only now the website learns that the items have arrived.
 * String attribute = player.applied.write();
 * writeFileDurably(player, attribute);              // a temporary file, force(true), then an atomic move
 * bridge.saved(player.applied, attribute);
 * }</pre>
 *
 * If the server is killed before the save, neither item nor id is in the file, and the website offers the
 * delivery again. If it is killed after the save, the id in the file prevents a second application and
 * only the acknowledgement is repeated.
 */
public final class WynholdBridge implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final int POLL_SECONDS = 25;
  private static final int HISCORES_BATCH = 500;
  private static final int CLAIM_LIMIT = 50;
  private static final long SKILLS_FRESH_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final long FOREVER = Long.MAX_VALUE;

  private final String site;
  private final String root;
  private final String token;
  private final Executor gameThread;
  private final Supplier<Status> status;
  private final CommandHandler commandHandler;
  private final Set<String> deliveryKinds;
  private final int queueLimit;
  private final System.Logger logger;
  private final String bootId = UUID.randomUUID().toString();
  private final long startedAt = System.nanoTime();
  private final HttpClient http;
  private final ScheduledExecutorService timer;
  private final ExecutorService workers;
  private final AtomicInteger waiting = new AtomicInteger();
  private final Map<String, Stats> statsToSend = new LinkedHashMap<>();
  private final CommandLog commandLog;
  private final Set<String> namesWithoutAccount = new LinkedHashSet<>();
  /** How many values a row may have: one more than the highest game id of the website's skills. */
  private volatile int skillCount;
  private volatile long skillsReadAt;
  private volatile boolean isWarnedOfSkills;
  private volatile boolean isSendingStats;
  private volatile boolean isReachable = true;
  private volatile boolean isClosed;
  private Thread commandThread;

  public static Builder builder(String siteUrl, String token) {
    return new Builder(siteUrl, token);
  }

  private WynholdBridge(Builder builder) {
    site = builder.siteUrl.replaceAll("/+$", "");
    root = site + "/api/bridge/v1";
    token = builder.token;
    gameThread = builder.gameThread;
    status = builder.status;
    commandHandler = builder.commands;
    deliveryKinds = builder.deliveryKinds;
    queueLimit = builder.queueLimit;
    logger = builder.logger;
    commandLog = commandHandler == null ? null : new CommandLog(builder.stateFolder);
    workers = Executors.newFixedThreadPool(4, daemons("wynhold-call"));
    timer = Executors.newSingleThreadScheduledExecutor(daemons("wynhold-timer"));
    // HTTP/1.1: the website does not need an upgrade to HTTP/2 for calls this small.
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
  }

  // ---- Logins ------------------------------------------------------------------------------------

  /**
   * Checks a player's name and password. Gives up after ten seconds, because the player waits.
   *
   * @param ip the player's address, which the website needs for its limits
   */
  public CompletableFuture<Login> login(String name, String password, String ip) {
    String body = Json.write(mapOf("name", name, "password", password, "ip", ip));
    return onGameThread(send(Call.post("/login", body).within(Duration.ofSeconds(10))).thenApply(Login::new));
  }

  /**
   * Claims a reserved name on the website. The website asks the player to add the code as a friend: call it for
   * friends with {@link #isClaimCode}, or for a chat command.
   *
   * @param player the character who typed the code
   * @return false: the code is wrong, expired or used, or belongs to another name
   */
  public CompletableFuture<Boolean> claimName(String player, String code) {
    String body = Json.write(mapOf("player", player, "code", cut(code, 40)));
    return onGameThread(send(Call.post("/name-claims", body)).thenApply(answer -> Boolean.TRUE.equals(answer.get("isClaimed"))));
  }

  /** Whether the name of a new friend is the code of a name claim. Do not store it as a friend. */
  public static boolean isClaimCode(String friend) {
    return friend.toLowerCase(Locale.ROOT).matches("claim[2-9a-hjkmnp-z]{7}");
  }

  // ---- Purchases ---------------------------------------------------------------------------------

  /**
   * Fetches what the player has bought and applies what is not in {@code applied}, on the game thread. The
   * website learns of it by {@link #saved}, once the player is saved. If the number is above 0, save the
   * player at once: until then the item can be traded to a player who is saved earlier, and after a crash
   * the buyer would get it a second time.
   *
   * @return the number of deliveries that were applied now
   */
  public CompletableFuture<Integer> deliver(String player, AppliedDeliveries applied, DeliveryHandler handler) {
    CompletableFuture<Integer> count = new CompletableFuture<>();
    // The session never changes, so that a restarted game does not wait for the end of its own lease.
    claim(player, "game " + key(player)).whenComplete((items, problem) -> {
      if (problem != null) count.completeExceptionally(problem);
      else count.complete(apply(items, applied, handler));
    });
    return count;
  }

  private int apply(List<Delivery> items, AppliedDeliveries applied, DeliveryHandler handler) {
    int count = 0;
    for (Delivery item : items) {
      if (applied.reopen(item.id())) continue;
      if (!deliveryKinds.contains(item.kind())) {
        fail(item, "The game cannot deliver a " + item.kind() + ".", false);
        continue;
      }
      try {
        handler.apply(item);
        applied.add(item.id());
        count++;
      } catch (DeliveryRefused refused) {
        fail(item, refused.getMessage(), refused.isRetryable());
      } catch (RuntimeException bug) {
        // It is not known how much was applied, so an admin must look at it.
        warn("The delivery " + item + " failed.", bug);
        fail(item, "The game failed to apply it: " + bug, false);
      }
    }
    return count;
  }

  /**
   * Acknowledges the deliveries whose ids have been saved. Call it after every save of the player.
   *
   * @param written what {@link AppliedDeliveries#write} returned for the save that is now on disk
   */
  public void saved(AppliedDeliveries applied, String written) {
    for (String id : applied.takeOpen(written)) {
      acknowledge(id).whenComplete((done, problem) -> {
        // A refused acknowledgement is not repeated; the website offers the delivery again if it needs to.
        applied.sent(id, problem == null || isRefusal(problem));
      });
    }
  }

  /**
   * Claims what the player has bought. Prefer {@link #deliver}: it does what is needed for exactly once.
   *
   * @param session the same session gets the items that it already holds again
   */
  public CompletableFuture<List<Delivery>> claim(String player, String session) {
    String body = Json.write(mapOf("player", player, "session", session, "limit", CLAIM_LIMIT));
    return onGameThread(send(Call.post("/deliveries/claim", body).within(Duration.ofSeconds(30))).thenApply(answer -> {
      if (Boolean.FALSE.equals(answer.get("hasAccount"))) noteWithoutAccount(player);
      List<Delivery> items = new ArrayList<>();
      for (Object item : Json.list(answer.get("items"))) items.add(new Delivery(Json.map(item)));
      return items;
    }));
  }

  /** Reports that a delivery was applied and saved. Repeated until the website has it. */
  public CompletableFuture<Void> acknowledge(String deliveryId) {
    Call call = Call.post("/deliveries/" + deliveryId + "/ack", Json.write(mapOf("status", "applied")));
    return onGameThread(send(call).thenApply(answer -> null));
  }

  /** Reports that a delivery was not applied. If it is not retryable, it waits for an admin. */
  public CompletableFuture<Void> fail(Delivery item, String reason, boolean isRetryable) {
    String body = Json.write(mapOf("status", "failed", "reason", cut(reason, 300), "retryable", isRetryable));
    return onGameThread(send(Call.post("/deliveries/" + item.id() + "/ack", body)).thenApply(answer -> null));
  }

  /**
   * Tells the website which items the game has, so that it sells no others. Call it at every start.
   *
   * @param count every id below it exists
   */
  public CompletableFuture<Void> items(int count) {
    return items(count, Map.of());
  }

  /**
   * The same with the game's names of items, by which admins find them in the shop's editor.
   *
   * @param names by item id; an item without a name may be missing
   */
  public CompletableFuture<Void> items(int count, Map<Integer, String> names) {
    List<Object> items = new ArrayList<>();
    names.forEach((id, name) -> items.add(mapOf("id", id, "name", cut(name.replaceAll("\\p{Cntrl}", " "), 100))));
    Call call = new Call("PUT", "/items", Json.write(mapOf("count", count, "items", items)));
    return onGameThread(send(call).thenApply(answer -> null));
  }

  // ---- Hiscores ----------------------------------------------------------------------------------

  /**
   * Sends a player's experience within a few seconds, together with that of other players. Until then
   * only the newest report of each player is kept. Call it at every save and at logout.
   */
  public void hiscores(Stats stats) {
    synchronized (statsToSend) {
      statsToSend.put(stats.name.toLowerCase(), stats);
    }
  }

  /**
   * Tells the website what the game counts, so that it lists it. Call it at every start. What the website knows already
   * stays as the owner set it.
   *
   * @param group such as Bosses
   * @param names by key; a key has small letters, digits, {@code -} and {@code _}
   */
  public CompletableFuture<Void> counters(String group, Map<String, String> names) {
    List<Object> counters = new ArrayList<>();
    names.forEach((key, name) -> counters.add(mapOf("key", key, "name", cut(name, 30), "group", cut(group, 30))));
    Call call = new Call("PUT", "/counters", Json.write(mapOf("counters", counters)));
    return onGameThread(send(call).thenApply(answer -> null));
  }

  private void sendStats() {
    Map<String, Stats> batch = takeStats();
    if (batch.isEmpty()) return;
    isSendingStats = true;
    findSkillCount().thenCompose(count -> {
      List<Object> rows = new ArrayList<>();
      for (Stats stats : batch.values()) {
        if (stats.tenths.length > count) warnOfSkills(stats.tenths.length, count);
        rows.add(stats.toRow(count));
      }
      return send(Call.post("/hiscores", Json.write(mapOf("players", rows))));
    }).whenComplete((answer, failure) -> {
      isSendingStats = false;
      if (failure != null) {
        Throwable problem = failure instanceof CompletionException ? failure.getCause() : failure;
        warn("The hiscores of " + batch.size() + " players were not sent.", problem);
        if (!isRefusal(problem)) putBack(batch);
        return;
      }
      for (Object row : Json.list(answer.get("results"))) noteResult(Json.map(row));
    });
  }

  private void noteResult(Map<String, Object> result) {
    String name = Objects.toString(result.get("name"), "");
    if (Boolean.FALSE.equals(result.get("hasAccount"))) noteWithoutAccount(name);
    if (!"rejected".equals(result.get("status"))) return;
    // The website may rank other skills since the number was read.
    if ("skill-count".equals(result.get("reason"))) skillCount = 0;
    warn("The website rejects the hiscores of " + name + ": " + Objects.toString(result.get("message"), result.get("reason") + "."), null);
  }

  /** A game has often more skills than the website ranks, which would reject such rows. */
  private CompletableFuture<Integer> findSkillCount() {
    if (skillCount > 0 && System.nanoTime() - skillsReadAt < SKILLS_FRESH_NANOS) return CompletableFuture.completedFuture(skillCount);
    return send(Call.get("/api/hiscores/skills").ofSite()).handle((answer, problem) -> {
      // The website explains what is wrong with a row, so it may as well see all values.
      if (problem != null && isRefusal(problem)) return Integer.MAX_VALUE;
      if (problem != null) throw new CompletionException(problem);
      int count = 0;
      for (Object skill : Json.list(answer.get("skills"))) count = Math.max(count, (int) Json.number(Json.map(skill).get("gameId")) + 1);
      skillCount = count;
      skillsReadAt = System.nanoTime();
      return count;
    });
  }

  private void warnOfSkills(int sent, int known) {
    if (isWarnedOfSkills) return;
    isWarnedOfSkills = true;
    warn("The game has " + sent + " skills and the website " + known + ": those with the ids " + known
        + " and above are left out. The website's setting SKILLS, or npm run admin -- add-skill, adds them.", null);
  }

  /** Once for each name, because it is often a mistake in how the game spells names. */
  private void noteWithoutAccount(String name) {
    synchronized (namesWithoutAccount) {
      if (namesWithoutAccount.size() >= 1_000 || !namesWithoutAccount.add(key(name))) return;
    }
    logger.log(System.Logger.Level.INFO, "No account of the website is called " + name + ": purchases cannot reach this player.");
  }

  private void putBack(Map<String, Stats> batch) {
    synchronized (statsToSend) {
      batch.forEach(statsToSend::putIfAbsent);
    }
  }

  private Map<String, Stats> takeStats() {
    Map<String, Stats> batch = new LinkedHashMap<>();
    synchronized (statsToSend) {
      if (isSendingStats) return batch;
      for (Map.Entry<String, Stats> entry : statsToSend.entrySet()) {
        if (batch.size() == HISCORES_BATCH) break;
        batch.put(entry.getKey(), entry.getValue());
      }
      statsToSend.keySet().removeAll(batch.keySet());
    }
    return batch;
  }

  // ---- Moderation, and everything else --------------------------------------------------------------

  /**
   * Reports a mute or a ban that was given in the game.
   *
   * @param kind mute, unmute, ban or unban
   * @param until null: for ever
   */
  public CompletableFuture<Void> moderation(String kind, String player, String staff, Instant until, String reason) {
    Map<String, Object> event =
        mapOf("kind", kind, "player", player, "staff", staff, "until", until == null ? null : until.toString(), "reason", cut(reason, 500));
    return onGameThread(send(Call.post("/moderation-events", Json.write(mapOf("events", List.of(event))))).thenApply(answer -> null));
  }

  /** Reads anything else of the bridge, such as {@code /contracts} or {@code /sanctions}. */
  public CompletableFuture<Map<String, Object>> get(String path) {
    return onGameThread(send(Call.get(path).within(Duration.ofSeconds(30))));
  }

  // ---- Heartbeat ---------------------------------------------------------------------------------

  private void sendHeartbeat() {
    gameThread.execute(() -> {
      Status now = status.get();
      send(Call.post("/heartbeat", heartbeat(now, "running")).within(Duration.ofSeconds(10)).twice()).exceptionally(problem -> {
        warn("The heartbeat was not sent.", problem);
        return null;
      });
    });
  }

  private String heartbeat(Status now, String state) {
    long uptime = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedAt);
    return Json.write(mapOf("bootId", bootId, "state", state, "online", now.players.size(), "max", now.max,
        "players", new ArrayList<>(now.players), "version", cut(now.version, 60), "uptime", uptime,
        "deliveryKinds", new ArrayList<>(deliveryKinds)));
  }

  // ---- Commands ----------------------------------------------------------------------------------

  /** Runs in its own thread: a poll waits up to 25 seconds for a command. */
  private void followCommands() {
    long after = 0;
    while (!isClosed) {
      try {
        String path = "/commands?wait=" + POLL_SECONDS + "&after=" + after;
        Map<String, Object> answer = attempt(Call.get(path).timeout(Duration.ofSeconds(POLL_SECONDS + 15)));
        List<Object> commands = Json.list(answer.get("commands"));
        noteReachable(null);
        // When idle, ask for all again: a website restored from a backup repeats commands.
        if (commands.isEmpty()) after = 0;
        for (Object one : commands) {
          Command command = new Command(Json.map(one));
          handle(command);
          after = Math.max(after, command.id());
        }
      } catch (InterruptedException end) {
        return;
      } catch (BridgeException | IOException problem) {
        if (isClosed) return;
        noteReachable(problem);
        if (isRefusal(problem)) warn("The website does not give commands.", problem);
        pause(isRefusal(problem) ? 15_000 : 1_000);
      }
    }
  }

  /** A command is written down before it runs, so that a killed server does not run it again. */
  private void handle(Command command) throws IOException, InterruptedException {
    CommandResult result = commandLog.find(command.id());
    if (result == null) {
      commandLog.start(command.id());
      result = run(command);
      commandLog.finish(command.id(), result);
      logger.log(System.Logger.Level.INFO, command + ": " + result);
    }
    String body = Json.write(mapOf("status", result.status, "detail", cut(result.detail, 500)));
    try {
      send(Call.post("/commands/" + command.id() + "/result", body)).get();
    } catch (ExecutionException problem) {
      warn("The result of command " + command.id() + " was not accepted.", problem.getCause());
    }
  }

  private CommandResult run(Command command) throws InterruptedException {
    CompletableFuture<CommandResult> done = new CompletableFuture<>();
    try {
      gameThread.execute(() -> {
        try {
          // Checked here, because the game thread may have been busy for a while.
          boolean isLate = command.notAfter().map(Instant.now()::isAfter).orElse(false);
          done.complete(isLate ? CommandResult.expired() : commandHandler.run(command));
        } catch (Throwable problem) {
          done.complete(CommandResult.failed(String.valueOf(problem)));
          warn("Command " + command + " failed.", problem);
        }
      });
      return Objects.requireNonNull(done.get(), "the handler returned null");
    } catch (ExecutionException | RuntimeException problem) {
      return CommandResult.failed(String.valueOf(problem));
    }
  }

  // ---- Start and stop ----------------------------------------------------------------------------

  private WynholdBridge start() {
    if (status != null) timer.scheduleWithFixedDelay(guarded(this::sendHeartbeat), 0, 15, TimeUnit.SECONDS);
    timer.scheduleWithFixedDelay(guarded(this::sendStats), 2, 2, TimeUnit.SECONDS);
    if (commandHandler != null) {
      commandThread = daemons("wynhold-commands").newThread(this::followCommands);
      commandThread.start();
    }
    return this;
  }

  /**
   * Sends what is waiting and reports the game as offline, for at most five seconds. Call it when the game
   * stops, after the last saves, not on the game thread.
   */
  @Override
  public void close() {
    if (isClosed) return;
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    sendStats();
    while ((waiting.get() > 0 || isSendingStats) && System.nanoTime() < end) pause(20);
    isClosed = true;
    timer.shutdownNow();
    if (commandThread != null) commandThread.interrupt();
    if (status != null) {
      try {
        attempt(Call.post("/heartbeat", heartbeat(Status.running(List.of(), 0, ""), "offline")).timeout(Duration.ofSeconds(2)));
      } catch (IOException | BridgeException | InterruptedException problem) {
        warn("The website was not told that the game stops.", problem);
      }
    }
    workers.shutdownNow();
  }

  // ---- Calls -------------------------------------------------------------------------------------

  /** Queues a call. It is repeated with the same Idempotency-Key, so that it takes effect once. */
  private CompletableFuture<Map<String, Object>> send(Call call) {
    CompletableFuture<Map<String, Object>> future = new CompletableFuture<>();
    if (waiting.incrementAndGet() > queueLimit) {
      waiting.decrementAndGet();
      future.completeExceptionally(new BridgeException(0, "bridge/queue-full",
          queueLimit + " calls wait for the website already.", null));
      return future;
    }
    future.whenComplete((answer, problem) -> waiting.decrementAndGet());
    call.deadline = call.patience == FOREVER ? FOREVER : System.nanoTime() + call.patience;
    attemptLater(call, 1, future, 0);
    return future;
  }

  private void attemptLater(Call call, int count, CompletableFuture<Map<String, Object>> future, long pause) {
    try {
      if (pause == 0) workers.execute(() -> attemptInQueue(call, count, future));
      else timer.schedule(() -> attemptLater(call, count, future, 0), pause, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException closed) {
      future.completeExceptionally(new BridgeException(0, "bridge/closed", "The bridge is closed.", null));
    }
  }

  private void attemptInQueue(Call call, int count, CompletableFuture<Map<String, Object>> future) {
    try {
      Map<String, Object> answer = attempt(call);
      noteReachable(null);
      future.complete(answer);
    } catch (IOException problem) {
      if (call.isTwice && count == 1 && !isClosed && !(problem instanceof TryLater)) {
        attemptLater(call, 2, future, 0);
        return;
      }
      noteReachable(problem);
      long pause = pauseAfter(problem, count);
      boolean isOver = call.deadline != FOREVER && System.nanoTime() + pause * 1_000_000 > call.deadline;
      if (isClosed || call.isTwice || isOver) {
        future.completeExceptionally(new BridgeException(0, "bridge/unavailable", "The website cannot be reached.", problem));
      } else {
        attemptLater(call, count + 1, future, pause);
      }
    } catch (InterruptedException | RuntimeException problem) {
      future.completeExceptionally(problem);
    }
  }

  /** @throws IOException if the website did not answer or asked to try again later */
  private Map<String, Object> attempt(Call call) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create((call.isOfSite ? site : root) + call.path))
        .timeout(call.timeout)
        .header("Accept", "application/json");
    if (!call.isOfSite) request.header("Authorization", "Bearer " + token);
    if (call.body != null) {
      request.header("Content-Type", "application/json").header("Idempotency-Key", call.key)
          .method(call.method, HttpRequest.BodyPublishers.ofString(call.body));
    }
    HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    Map<String, Object> body;
    try {
      body = response.body().isEmpty() ? Map.of() : Json.map(Json.read(response.body()));
    } catch (IllegalArgumentException notJson) {
      throw new IOException("The answer is no JSON object. Is this the address of the website? " + cut(response.body(), 100));
    }
    int code = response.statusCode();
    if (code < 300) return body;
    String text = Objects.toString(body.get("error"), "answer " + code);
    if (code >= 500 || code == 408 || code == 425 || code == 429) {
      throw new TryLater(text, response.headers().firstValueAsLong("Retry-After").orElse(0));
    }
    throw new BridgeException(code, Objects.toString(body.get("code"), ""), explain(code, text, body), null);
  }

  private static String explain(int status, String text, Map<String, Object> body) {
    String fields = body.get("fields") == null ? "" : " " + body.get("fields");
    if (status == 401) return text + " Create a token under Admin, Server.";
    if (status == 403) return text + " Check the token's scopes and addresses under Admin, Server.";
    return text + fields;
  }

  /** Doubles up to 15 seconds, partly at random, so that not all calls are repeated at the same time. */
  private static long pauseAfter(IOException problem, int count) {
    long pause = Math.min(15_000, 250L << Math.min(count - 1, 10));
    long asked = problem instanceof TryLater ? Math.min(((TryLater) problem).seconds, 3600) * 1000 : 0;
    return Math.max(asked, pause / 2 + ThreadLocalRandom.current().nextLong(pause / 2 + 1));
  }

  private void noteReachable(Exception problem) {
    boolean isUp = problem == null || problem instanceof BridgeException;
    if (isUp == isReachable || isClosed) return;
    isReachable = isUp;
    if (isUp) logger.log(System.Logger.Level.INFO, "The website is reachable again.");
    else warn("The website cannot be reached; trying again.", problem);
  }

  private <T> CompletableFuture<T> onGameThread(CompletableFuture<T> result) {
    CompletableFuture<T> future = new CompletableFuture<>();
    result.whenComplete((value, problem) -> {
      Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
      try {
        gameThread.execute(() -> {
          if (cause == null) future.complete(value);
          else future.completeExceptionally(cause);
        });
      } catch (RuntimeException stopped) {
        future.completeExceptionally(cause == null ? stopped : cause);
      }
    });
    return future;
  }

  private static boolean isRefusal(Throwable problem) {
    return problem instanceof BridgeException && ((BridgeException) problem).status() >= 400;
  }

  private void warn(String text, Throwable problem) {
    if (problem == null) logger.log(System.Logger.Level.WARNING, text);
    else logger.log(System.Logger.Level.WARNING, text + " " + Objects.toString(problem.getMessage(), problem.toString()), problem instanceof RuntimeException && !(problem instanceof BridgeException) ? problem : null);
  }

  /** A scheduled task that throws would never run again. */
  private Runnable guarded(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (RuntimeException problem) {
        if (!isClosed) warn("The bridge could not do its work.", problem);
      }
    };
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private static ThreadFactory daemons(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }

  private static String cut(String text, int length) {
    if (text == null) return "";
    return text.length() <= length ? text : text.substring(0, length);
  }

  private static Map<String, Object> mapOf(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int at = 0; at < pairs.length; at += 2) map.put((String) pairs[at], pairs[at + 1]);
    return map;
  }

  private static final class Call {
    final String method;
    final String path;
    final String body;
    final String key = UUID.randomUUID().toString();
    Duration timeout = TIMEOUT;
    long patience = FOREVER;
    long deadline;
    boolean isTwice;
    boolean isOfSite;

    Call(String method, String path, String body) {
      this.method = method;
      this.path = path;
      this.body = body;
    }

    static Call post(String path, String body) {
      return new Call("POST", path, body);
    }

    static Call get(String path) {
      return new Call("GET", path, null);
    }

    Call within(Duration patience) {
      this.patience = patience.toNanos();
      if (timeout.compareTo(patience) > 0) timeout = patience;
      return this;
    }

    Call timeout(Duration limit) {
      timeout = limit;
      return this;
    }

    /**
     * Repeated once and at once, because a proxy may just have closed the idle connection. After a pause
     * the next heartbeat would be due.
     */
    Call twice() {
      isTwice = true;
      return this;
    }

    /** A public address of the website, not of the bridge. */
    Call ofSite() {
      isOfSite = true;
      return this;
    }
  }

  private static final class TryLater extends IOException {
    private static final long serialVersionUID = 1;
    final long seconds;

    TryLater(String message, long seconds) {
      super(message);
      this.seconds = seconds;
    }
  }

  // ---- What you pass and get -----------------------------------------------------------------------

  public static final class Builder {
    private final String siteUrl;
    private final String token;
    private Executor gameThread;
    private Supplier<Status> status;
    private CommandHandler commands;
    private Set<String> deliveryKinds = Set.of("item");
    private Path stateFolder = Path.of("wynhold-state");
    private System.Logger logger = System.getLogger("wynhold");
    private int queueLimit = 1_000;

    private Builder(String siteUrl, String token) {
      if (siteUrl == null || !siteUrl.matches("https?://.+")) {
        throw new IllegalArgumentException("The website's address must begin with https:// (or http:// on your own machine).");
      }
      if (token == null || !token.matches("gb_\\d+_[\\w-]{43}")) {
        throw new IllegalArgumentException("The token must look like gb_1_…; create one under Admin, Server.");
      }
      this.siteUrl = siteUrl;
      this.token = token;
    }

    /** Required. Runs a task on the game thread, for example in the next tick. */
    public Builder gameThread(Executor executor) {
      gameThread = executor;
      return this;
    }

    /** Asked on the game thread every 15 seconds. Without it the website shows the game as offline. */
    public Builder status(Supplier<Status> supplier) {
      status = supplier;
      return this;
    }

    /** Runs the website's commands, on the game thread, one after the other. */
    public Builder commands(CommandHandler handler) {
      commands = handler;
      return this;
    }

    /**
     * What {@link DeliveryHandler} can apply: item, rank, membership, command, bundle. Default: items only. The website
     * sells nothing else, and the handler never gets another kind. Needs {@link #status}, with which it is sent.
     */
    public Builder deliveryKinds(String... kinds) {
      deliveryKinds = new LinkedHashSet<>(List.of(kinds));
      return this;
    }

    /** Remembers which commands have run. Keep it with the game's data. Default: wynhold-state. */
    public Builder stateFolder(Path folder) {
      stateFolder = folder;
      return this;
    }

    public Builder logger(System.Logger logger) {
      this.logger = logger;
      return this;
    }

    /** How many calls may wait while the website is away. Default: 1,000. */
    public Builder queueLimit(int limit) {
      queueLimit = limit;
      return this;
    }

    public WynholdBridge start() {
      if (gameThread == null) throw new IllegalStateException("Pass gameThread(…), which runs a task on the game thread.");
      return new WynholdBridge(this).start();
    }
  }

  /** Why a call failed. {@link #status()} is 0 if the website could not be reached. */
  public static final class BridgeException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final String code;

    BridgeException(int status, String code, String message, Throwable cause) {
      super(message, cause);
      this.status = status;
      this.code = code;
    }

    public int status() {
      return status;
    }

    /** For programs, such as bridge/scope-missing. */
    public String code() {
      return code;
    }
  }

  /** The answer to a login. */
  public static final class Login {
    private final Map<String, Object> answer;

    Login(Map<String, Object> answer) {
      this.answer = answer;
    }

    public boolean isOk() {
      return Boolean.TRUE.equals(answer.get("ok"));
    }

    public long accountId() {
      return Json.number(answer.get("accountId"));
    }

    /** The name as the website writes it. */
    public String name() {
      return Objects.toString(answer.get("name"), "");
    }

    /** 0 player, 1 moderator, 2 staff, 3 administrator. */
    public int rank() {
      return (int) Json.number(answer.get("rank"));
    }

    public boolean isMuted() {
      return Boolean.TRUE.equals(answer.get("isMuted"));
    }

    /** Empty for a player who is muted for ever, or not muted. */
    public Optional<Instant> mutedUntil() {
      return Json.time(answer.get("mutedUntil"));
    }

    /** How many purchases wait for the player: {@link WynholdBridge#deliver} gets them. */
    public int purchasesWaiting() {
      return answer.get("purchasesWaiting") == null ? 0 : (int) Json.number(answer.get("purchasesWaiting"));
    }

    /** Why not: wrong-credentials, banned, game-password-needed, too-many-attempts or name-changing. */
    public String code() {
      return Objects.toString(answer.get("code"), "");
    }

    /** Text for the player. */
    public String message() {
      return Objects.toString(answer.get("message"), "");
    }

    /** The reason for a ban. */
    public String reason() {
      return Objects.toString(answer.get("reason"), "");
    }

    /** The end of the ban (empty: for ever), or when to try again. */
    public Optional<Instant> until() {
      return Json.time(answer.get("until"));
    }
  }

  /** Something that a player has bought, or was given for a vote. */
  public static final class Delivery {
    private final Map<String, Object> item;

    Delivery(Map<String, Object> item) {
      this.item = item;
    }

    public String id() {
      return Objects.toString(item.get("id"), "");
    }

    public int itemId() {
      return (int) Json.number(item.get("itemId"));
    }

    public String itemName() {
      return Objects.toString(item.get("itemName"), "");
    }

    public int quantity() {
      return (int) Json.number(item.get("quantity"));
    }

    /** Given for a vote, not bought. */
    public boolean isReward() {
      return Boolean.TRUE.equals(item.get("isReward"));
    }

    /** item, rank, membership, command or bundle. Only an item has {@link #itemId}. */
    public String kind() {
      return Objects.toString(item.get("kind"), "item");
    }

    /** The rank, the membership, or the command to run, with the player's name filled in. */
    public String value() {
      return Objects.toString(item.get("value"), "");
    }

    /** How long it lasts. 0: for ever. */
    public int days() {
      return (int) Json.number(item.get("days"));
    }

    /** When a rank or membership ends, if it is applied now. Empty: never. The website sends the end by itself. */
    public Optional<Instant> until() {
      return Json.time(item.get("until"));
    }

    /** True: take {@link #value} back, or run it if it is a command. */
    public boolean isEnd() {
      return Boolean.TRUE.equals(item.get("isEnd"));
    }

    /** The items of a bundle: give all of them, or none. */
    public List<Delivery> contents() {
      List<Delivery> contents = new ArrayList<>();
      for (Object part : Json.list(item.get("contents"))) contents.add(new Delivery(Json.map(part)));
      return contents;
    }

    /** The player who gave it. Empty: it is not a gift. */
    public String from() {
      return Objects.toString(item.get("from"), "");
    }

    /** What the giver wrote. Plain text, possibly empty. */
    public String note() {
      return Objects.toString(item.get("note"), "");
    }

    @Override
    public String toString() {
      return quantity() + " × " + itemName() + " (" + id() + ")";
    }
  }

  @FunctionalInterface
  public interface DeliveryHandler {
    /**
     * Applies the delivery to the player, in memory: what it changes must be saved with the player. Runs on the game
     * thread. If it throws, it must have changed nothing.
     */
    void apply(Delivery item) throws DeliveryRefused;
  }

  /** Thrown by a handler that did not apply a delivery. */
  public static final class DeliveryRefused extends Exception {
    private static final long serialVersionUID = 1;
    private final boolean isRetryable;

    /** @param isRetryable true: try again later (the bank is full); false: an admin must look at it */
    public DeliveryRefused(String reason, boolean isRetryable) {
      super(reason);
      this.isRetryable = isRetryable;
    }

    public boolean isRetryable() {
      return isRetryable;
    }
  }

  /**
   * The ids of the deliveries that a player has received: one attribute of the player's save file. Ids are
   * never removed, because the website may offer a delivery again at any time.
   */
  public static final class AppliedDeliveries {
    private final Set<String> ids = new LinkedHashSet<>();
    /** Applied, but not acknowledged yet. */
    private final Set<String> open = new LinkedHashSet<>();

    /** @param written what {@link #write} returned; null or empty for a player without deliveries */
    public static AppliedDeliveries read(String written) {
      AppliedDeliveries applied = new AppliedDeliveries();
      applied.ids.addAll(split(written));
      return applied;
    }

    /** One line without spaces: ids separated by commas. */
    public synchronized String write() {
      return String.join(",", ids);
    }

    public synchronized boolean contains(String id) {
      return ids.contains(id);
    }

    synchronized void add(String id) {
      ids.add(id);
      open.add(id);
    }

    /** True if it was applied before: the website has missed the acknowledgement. */
    synchronized boolean reopen(String id) {
      if (!ids.contains(id)) return false;
      open.add(id);
      return true;
    }

    synchronized List<String> takeOpen(String written) {
      List<String> taken = new ArrayList<>(open);
      taken.retainAll(split(written));
      open.removeAll(taken);
      return taken;
    }

    synchronized void sent(String id, boolean isSettled) {
      if (!isSettled) open.add(id);
    }

    private static Set<String> split(String written) {
      Set<String> ids = new LinkedHashSet<>();
      if (written != null) {
        for (String id : written.split(",")) if (!id.isBlank()) ids.add(id.trim());
      }
      return ids;
    }
  }

  /** The experience of a player. */
  public static final class Stats {
    private final String name;
    private final long[] tenths;
    private final Instant observedAt = Instant.now();
    private Long playtime;
    private String mode;
    private final Map<String, Object> counts = new LinkedHashMap<>();

    private Stats(String name, long[] tenths) {
      this.name = Objects.requireNonNull(name);
      this.tenths = tenths;
    }

    /**
     * @param experience whole points by stat id: Attack, Defence, Strength, Hitpoints, … Skills that the
     *     website does not rank are left out, with one warning
     */
    public static Stats of(String name, int[] experience) {
      long[] tenths = new long[experience.length];
      for (int at = 0; at < tenths.length; at++) tenths[at] = experience[at] * 10L;
      return new Stats(name, tenths);
    }

    /** For games that keep tenths of experience. */
    public static Stats ofTenths(String name, long[] tenths) {
      return new Stats(name, tenths.clone());
    }

    public Stats playtime(Duration total) {
      playtime = total.toSeconds();
      return this;
    }

    /** The key of the player's game mode, such as ironman; normal if there is none. */
    public Stats mode(String mode) {
      this.mode = cut(mode, 40);
      return this;
    }

    /** How many of something the player has: bosses killed, games won, clues solved. */
    public Stats counter(String key, long count) {
      counts.put(key, count);
      return this;
    }

    Map<String, Object> toRow(int skills) {
      List<Object> values = new ArrayList<>();
      for (int at = 0; at < Math.min(tenths.length, skills); at++) values.add(tenths[at]);
      Map<String, Object> row = mapOf("name", name, "observedAt", observedAt.toString(), "xpTenths", values);
      if (playtime != null) row.put("playtime", playtime);
      if (mode != null) row.put("mode", mode);
      if (!counts.isEmpty()) row.put("counters", counts);
      return row;
    }
  }

  /** Who is in the game. */
  public static final class Status {
    private final Collection<String> players;
    private final int max;
    private final String version;

    private Status(Collection<String> players, int max, String version) {
      this.players = List.copyOf(players);
      this.max = max;
      this.version = version;
    }

    /** @param max how many players fit in; @param version of the game, shown to admins */
    public static Status running(Collection<String> players, int max, String version) {
      return new Status(players, max, version);
    }
  }

  @FunctionalInterface
  public interface CommandHandler {
    /** Runs on the game thread. Return {@link CommandResult#unsupported()} for a type you do not know. */
    CommandResult run(Command command) throws Exception;
  }

  /** A command of the website to the game. */
  public static final class Command {
    private final Map<String, Object> command;
    private final Map<String, Object> args;

    Command(Map<String, Object> command) {
      this.command = command;
      this.args = Json.map(command.get("args"));
    }

    public long id() {
      return Json.number(command.get("id"));
    }

    /** kick, mute, unmute, ban, unban, teleport, setRank, rename, broadcast, restart, reloadContracts or vote. */
    public String type() {
      return Objects.toString(command.get("type"), "");
    }

    /** The player's name as the website writes it; compare names with {@link #key}. */
    public String player() {
      return text("player");
    }

    /** The end of a mute or ban. Empty: for ever. */
    public Optional<Instant> until() {
      return Json.time(args.get("until"));
    }

    public String text(String argument) {
      return Objects.toString(args.get(argument), "");
    }

    public int number(String argument) {
      return (int) Json.number(args.get(argument));
    }

    Optional<Instant> notAfter() {
      return Json.time(command.get("notAfter"));
    }

    @Override
    public String toString() {
      return type() + " " + args + " (" + id() + ")";
    }
  }

  public static final class CommandResult {
    final String status;
    final String detail;

    private CommandResult(String status, String detail) {
      this.status = status;
      this.detail = Objects.toString(detail, "");
    }

    /** @param detail shown to admins */
    public static CommandResult done(String detail) {
      return new CommandResult("done", detail);
    }

    public static CommandResult failed(String detail) {
      return new CommandResult("failed", detail);
    }

    /** The game cannot do this. */
    public static CommandResult unsupported() {
      return new CommandResult("unsupported", "");
    }

    static CommandResult expired() {
      return new CommandResult("expired", "");
    }

    @Override
    public String toString() {
      return detail.isEmpty() ? status : status + ", " + detail;
    }
  }

  /** Iron_Ada, iron-ada and IRON ADA are the same player, with the key "iron ada". */
  public static String key(String name) {
    return name.toLowerCase().replaceAll("[ _-]+", " ").trim();
  }

  // ---- Commands that have run ------------------------------------------------------------------------

  /** Lines of {@code id status detail}, appended and forced to disk. The last line of an id counts. */
  private static final class CommandLog {
    private static final int KEPT = 500;
    private final Path file;
    private final Map<Long, CommandResult> results = new LinkedHashMap<>();

    CommandLog(Path folder) {
      file = folder.resolve("commands.log");
      try {
        Files.createDirectories(folder);
        if (Files.exists(file)) Files.readAllLines(file).forEach(this::readLine);
        shorten();
      } catch (IOException problem) {
        throw new UncheckedIOException("The folder " + folder + " cannot be used.", problem);
      }
    }

    private void readLine(String line) {
      String[] parts = line.split(" ", 3);
      // A line may be cut off by a crash.
      if (parts.length < 2 || !parts[0].matches("\\d{1,18}")) return;
      String detail = parts.length == 3 ? parts[2] : "";
      results.put(Long.parseLong(parts[0]), parts[1].equals("started")
          ? CommandResult.failed("The game was stopped while it ran this command.")
          : new CommandResult(parts[1], detail));
    }

    private void shorten() throws IOException {
      StringBuilder text = new StringBuilder();
      int skip = Math.max(0, results.size() - KEPT);
      for (Map.Entry<Long, CommandResult> entry : results.entrySet()) {
        if (skip-- <= 0) text.append(lineOf(entry.getKey(), entry.getValue().status, entry.getValue().detail));
      }
      Path next = file.resolveSibling("commands.log.next");
      Files.deleteIfExists(next);
      append(next, text.toString());
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    synchronized CommandResult find(long id) {
      return results.get(id);
    }

    synchronized void start(long id) throws IOException {
      append(file, lineOf(id, "started", ""));
    }

    synchronized void finish(long id, CommandResult result) throws IOException {
      append(file, lineOf(id, result.status, result.detail));
      results.put(id, result);
    }

    private static String lineOf(long id, String status, String detail) {
      return id + " " + status + " " + detail.replaceAll("\\s+", " ") + "\n";
    }

    private static void append(Path file, String text) throws IOException {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
        channel.write(StandardCharsets.UTF_8.encode(text));
        channel.force(true);
      }
    }
  }

  // ---- JSON ------------------------------------------------------------------------------------------

  /** Just enough JSON: maps, lists, strings, longs, doubles, booleans and null. */
  static final class Json {
    private final String text;
    private int at;

    private Json(String text) {
      this.text = text;
    }

    static Object read(String text) {
      Json json = new Json(text);
      Object value = json.value(0);
      json.space();
      if (json.at < text.length()) throw json.wrong();
      return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
      if (value instanceof Map) return (Map<String, Object>) value;
      throw new IllegalArgumentException("not an object");
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
      return value instanceof List ? (List<Object>) value : List.of();
    }

    static long number(Object value) {
      return value instanceof Number ? ((Number) value).longValue() : 0;
    }

    static Optional<Instant> time(Object value) {
      return value instanceof String ? Optional.of(Instant.parse((String) value)) : Optional.empty();
    }

    private Object value(int depth) {
      if (depth > 100) throw wrong();
      space();
      if (at >= text.length()) throw wrong();
      char c = text.charAt(at);
      if (c == '{') return object(depth);
      if (c == '[') return array(depth);
      if (c == '"') return string();
      if (takes("true")) return true;
      if (takes("false")) return false;
      if (takes("null")) return null;
      return numberValue();
    }

    private Map<String, Object> object(int depth) {
      Map<String, Object> map = new LinkedHashMap<>();
      at++;
      space();
      if (takes("}")) return map;
      do {
        space();
        String key = string();
        space();
        need(":");
        map.put(key, value(depth + 1));
        space();
      } while (takes(","));
      need("}");
      return map;
    }

    private List<Object> array(int depth) {
      List<Object> list = new ArrayList<>();
      at++;
      space();
      if (takes("]")) return list;
      do {
        list.add(value(depth + 1));
        space();
      } while (takes(","));
      need("]");
      return list;
    }

    private String string() {
      need("\"");
      StringBuilder result = new StringBuilder();
      while (at < text.length()) {
        char c = text.charAt(at++);
        if (c == '"') return result.toString();
        result.append(c == '\\' ? escaped() : c);
      }
      throw wrong();
    }

    private char escaped() {
      if (at >= text.length()) throw wrong();
      char c = text.charAt(at++);
      int plain = "\"\\/bfnrt".indexOf(c);
      if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
      if (c != 'u' || at + 4 > text.length()) throw wrong();
      try {
        char code = (char) Integer.parseInt(text.substring(at, at + 4), 16);
        at += 4;
        return code;
      } catch (NumberFormatException notHex) {
        throw wrong();
      }
    }

    private Object numberValue() {
      int start = at;
      while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) at++;
      String digits = text.substring(start, at);
      try {
        if (digits.matches("-?\\d{1,18}")) return Long.parseLong(digits);
        return Double.parseDouble(digits);
      } catch (NumberFormatException notNumber) {
        throw wrong();
      }
    }

    private void space() {
      while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
    }

    private boolean takes(String token) {
      if (!text.startsWith(token, at)) return false;
      at += token.length();
      return true;
    }

    private void need(String token) {
      if (!takes(token)) throw wrong();
    }

    private IllegalArgumentException wrong() {
      return new IllegalArgumentException("This is no JSON at position " + at + ".");
    }

    static String write(Object value) {
      StringBuilder out = new StringBuilder();
      write(value, out);
      return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
      if (value instanceof Map) {
        String separator = "{";
        for (Map.Entry<String, Object> entry : map(value).entrySet()) {
          out.append(separator);
          quote(entry.getKey(), out);
          out.append(':');
          write(entry.getValue(), out);
          separator = ",";
        }
        out.append(separator.equals("{") ? "{}" : "}");
      } else if (value instanceof List) {
        String separator = "[";
        for (Object item : list(value)) {
          out.append(separator);
          write(item, out);
          separator = ",";
        }
        out.append(separator.equals("[") ? "[]" : "]");
      } else if (value instanceof String) {
        quote((String) value, out);
      } else {
        out.append(value);
      }
    }

    private static void quote(String text, StringBuilder out) {
      out.append('"');
      for (char c : text.toCharArray()) {
        if (c == '"' || c == '\\') out.append('\\').append(c);
        else if (c < ' ' || c == '\u2028' || c == '\u2029') out.append(String.format("\\u%04x", (int) c));
        else out.append(c);
      }
      out.append('"');
    }
  }
}
