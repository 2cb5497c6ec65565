package testing;

import com.everythingrs.donate.Donation;
import com.everythingrs.hiscores.Hiscores;
import com.everythingrs.vote.Vote;

/** Calls the EverythingRS classes like the servers that use them: experience at logout, ::reward, ::claim. */
public final class EverythingRsGame {
  public static void main(String[] args) throws Exception {
    String player = args[0];
    int[] experience = new int[25];
    experience[0] = 101_333;
    experience[3] = 1_154;
    Hiscores.update("their key", "Normal Mode", player, 0, experience, false);
    Vote vote = Vote.reward("their key", player, "1", "all")[0];
    System.out.println(vote.message != null ? vote.message : "rewards " + vote.reward_id + " " + vote.give_amount);
    for (Donation donation : Donation.donations("their key", player)) {
      System.out.println("gives " + donation.product_id + " " + donation.product_amount);
    }
    System.out.println("then " + Donation.donations("their key", player).length);
  }
}
