package com.everythingrs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import wynhold.WynholdBridge;
import wynhold.WynholdBridge.Delivery;
import wynhold.WynholdBridge.Stats;

/**
 * Sends the calls of the EverythingRS client to the website instead. The settings are in
 * {@code wynhold.properties} in the server's folder: {@code url}, {@code token} and, if not
 * all skills shall be sent, {@code skills}. The secret that the server's code passes is ignored.
 *
 * <p>The calling code does not say when an item is saved. So each delivery is written down in
 * {@code wynhold-state/given.txt} before it is returned, and never returned again: nothing arrives twice, but what the
 * game has not saved when it is killed is lost. Use {@link WynholdBridge#deliver} to have it exactly once.
 */
public final class Wynhold {
  private static final Path GIVEN = Path.of("wynhold-state", "given.txt");
  /** Held while a call waits for the website; the game thread never needs it. */
  private static final Object TAKING = new Object();
  private static WynholdBridge bridge;
  private static int skillCount;
  private static Set<String> given;

  private Wynhold() {}

  /** Sends the experience of a player, in the background. */
  public static void report(String player, String mode, int[] experience) {
    WynholdBridge open = open();
    int[] known = experience.length > skillCount ? Arrays.copyOf(experience, skillCount) : experience;
    open.hiscores(Stats.of(player, known).mode(mode));
  }

  /** Waits for the website, so it must not be called on the game thread. */
  public static List<Delivery> take(String player) throws Exception {
    return take(player, item -> true, Integer.MAX_VALUE);
  }

  /** The same, for some of the items. The others stay for the next call. */
  public static List<Delivery> take(String player, Predicate<Delivery> isWanted, int most) throws Exception {
    WynholdBridge open = open();
    List<Delivery> items = new ArrayList<>();
    synchronized (TAKING) {
      for (Delivery item : open.claim(player, "game " + WynholdBridge.key(player)).get(40, TimeUnit.SECONDS)) {
        if (!item.kind().equals("item")) {
          open.fail(item, "The game cannot deliver a " + item.kind() + ".", false);
          continue;
        }
        if (!isWanted.test(item) || items.size() == most) continue;
        if (!given.contains(item.id())) {
          writeDown(item.id());
          items.add(item);
        }
        open.acknowledge(item.id());
      }
    }
    return items;
  }

  private static void writeDown(String id) throws IOException {
    try (FileChannel channel = FileChannel.open(GIVEN, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      channel.write(StandardCharsets.UTF_8.encode(id + "\n"));
      channel.force(true);
    }
    given.add(id);
  }

  private static synchronized WynholdBridge open() {
    if (bridge != null) return bridge;
    Properties settings = new Properties();
    try (InputStream file = Files.newInputStream(Path.of("wynhold.properties"))) {
      settings.load(file);
      Files.createDirectories(GIVEN.getParent());
      given = new HashSet<>(Files.exists(GIVEN) ? Files.readAllLines(GIVEN) : List.of());
    } catch (IOException problem) {
      throw new UncheckedIOException("wynhold.properties with url and token is missing in the server's folder.", problem);
    }
    skillCount = Integer.parseInt(settings.getProperty("skills", "1000").trim());
    bridge = WynholdBridge.builder(settings.getProperty("url", "").trim(), settings.getProperty("token", "").trim())
        .gameThread(Runnable::run)
        .start();
    Runtime.getRuntime().addShutdownHook(new Thread(bridge::close));
    return bridge;
  }
}
