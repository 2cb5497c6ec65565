package com.everythingrs.vote;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The website has no rewards for votes, so that ::reward answers with a message. */
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

  public static Vote[] reward(String secret, String playerName, String id, String amount) throws Exception {
    Vote vote = new Vote();
    vote.message = "There are no rewards for votes on this server.";
    return new Vote[] {vote};
  }
}
