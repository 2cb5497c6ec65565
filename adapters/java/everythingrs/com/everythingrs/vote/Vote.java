package com.everythingrs.vote;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import com.everythingrs.Wynhold;
import wynhold.WynholdBridge.Delivery;

/** The same fields and call as EverythingRS' class. The website has given coins already; items wait for ::reward. */
public class Vote {
  public static ExecutorService service = Executors.newSingleThreadExecutor(task -> {
    Thread thread = new Thread(task, "wynhold-vote");
    thread.setDaemon(true);
    return thread;
  });

  public String message;
  public int reward_id;
  public String reward_name;
  public int give_amount;
  public int vote_points;

  /** One item per call, because most servers give only the first of the array. */
  public static Vote[] reward(String secret, String playerName, String id, String amount) throws Exception {
    Vote vote = new Vote();
    for (Delivery item : Wynhold.take(playerName, Delivery::isReward, 1)) {
      vote.reward_id = item.itemId();
      vote.reward_name = item.itemName();
      vote.give_amount = item.quantity();
      return new Vote[] {vote};
    }
    vote.message = "You have no rewards for votes to claim.";
    return new Vote[] {vote};
  }
}
