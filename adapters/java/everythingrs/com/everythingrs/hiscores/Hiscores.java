package com.everythingrs.hiscores;

import com.everythingrs.Wynhold;

/** The same calls as EverythingRS' class. The website derives levels, totals and ranks itself. */
public class Hiscores {

  public static void update(String secret, String gameMode, String playerName, int rights, int[] playerXP, boolean debugMessage) {
    Wynhold.report(playerName, gameMode, playerXP);
    if (debugMessage) System.out.println("The hiscores of " + playerName + " will be sent to the website.");
  }

  public static void update(String secret, String gameMode, String playerName, int rights, int totalLevel, int[] playerXP, boolean debugMessage) {
    update(secret, gameMode, playerName, rights, playerXP, debugMessage);
  }

  public static void submitHiscores(String secret, String gameMode, String playerName, int rights, int[] playerXP, boolean debugMessage) {
    update(secret, gameMode, playerName, rights, playerXP, debugMessage);
  }
}
