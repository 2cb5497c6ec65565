package com.everythingrs.donate;

import java.util.ArrayList;
import java.util.List;

import com.everythingrs.Wynhold;
import wynhold.WynholdBridge.Delivery;

/** The same fields and call as EverythingRS' class. */
public class Donation {
  public String player_name;
  public int product_id;
  public int product_amount;
  public int amount_purchased;
  public String product_name;
  public double product_price;
  public String message;

  /** Everything that the player has bought and not yet received; empty if there is nothing. */
  public static Donation[] donations(String secret, String playerName) throws Exception {
    List<Donation> donations = new ArrayList<>();
    for (Delivery item : Wynhold.take(playerName)) {
      Donation donation = new Donation();
      donation.player_name = playerName;
      donation.product_id = item.itemId();
      donation.product_amount = item.quantity();
      donation.amount_purchased = 1;
      donation.product_name = item.itemName();
      donations.add(donation);
    }
    return donations.toArray(new Donation[0]);
  }
}
