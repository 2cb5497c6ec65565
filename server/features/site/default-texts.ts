import type { TextName } from '#shared/texts.ts';

/** What the site says until its owner says something else. */
export const defaultTexts: Record<TextName, string> = {
  terms: `Welcome to {site}. These are the rules of the house: by making an account, playing or buying here you agree to them. They are written to be read.

## Who we are

{site} is a fan-made project, run by volunteers. It is not affiliated with or endorsed by any game company. Questions about these terms go to {contact}.

## Your account

- One person, one account holder: what happens through your account is yours to answer for.
- Keep your password to yourself. Staff will never ask you for it.
- An account whose name insults, deceives or advertises may be banned.

## Playing fair

- No cheating, botting or use of faults in the game. Tell us about a fault and you will be thanked for it.
- Treat other players as you would at a table. Harassment, threats and spam end in a mute or a ban.
- Staff may mute, ban or remove content to keep the place pleasant. You can ask for a second look by writing to {contact}.

## Wyncoins and the store

- Wyncoins are a currency inside {site}. They are a limited right to use features of the game; they are not money, carry no interest, cannot be exchanged for money and cannot be passed on outside the game.
- One Wyncoin costs one cent (US dollar). A single purchase is at least 500 and at most 50,000 Wyncoins. Payment is handled by our payment provider; we never see your card.
- Coins are credited as soon as the provider has confirmed your payment.
- Items bought with Wyncoins are delivered to your character in the game. If an item cannot be delivered, you get your coins back.
- You need to be of legal age where you live, or have the permission of a parent or guardian.

## Refunds

- If something went wrong, write to {contact} before you turn to your bank: most things are solved the same day.
- Coins that have not been spent can be refunded within 14 days of the purchase. By spending them you ask us to deliver at once and agree that the right to withdraw ends with that.
- A payment that is taken back or disputed takes its coins back too. Your balance may go below zero by that, and nothing can be bought until it is settled.

## At your own risk

{site} is offered as it is. Servers fail, items are rebalanced and the project may end one day. We do our best, but we cannot promise that it will always be available, and as far as the law allows we are not liable for loss that comes from using it.

## Changes

We may change these terms. What is new applies from the day it stands here; important changes are announced in the news.`,

  privacy: `This page says what {site} knows about you, why, and what you can do about it. In short: as little as possible, and never sold.

## What we keep

- Your username, email address and a protected form of your password, to sign you in.
- Your sessions: when and from which address and kind of device you signed in, so that you can see and end them.
- What you do here: votes, event attendance, purchases and the history of your Wyncoins. Votes are counted; who chose what is not shown to anybody.
- What the game reports about your character: levels, experience and when it was last seen. These are public in the hiscores.
- What administrators do is written to a log, so that it can be checked.

## Payments

Card payments are made on the page of our payment provider. We receive whether, when and how much was paid and a reference number, never the number of your card. We keep this as long as bookkeeping rules demand.

## Cookies

One cookie keeps you signed in. There is no advertising, no tracking and no analytics by third parties on this site.

## Who sees it

- Other players see your username, levels, experience and what you do in public, such as event attendance.
- Administrators see your account in order to help you and to keep the rules.
- Our payment provider and our mail provider receive what they need to do their part. Nobody else does, unless the law demands it.

## How long

As long as you have an account. Sessions end after 30 days without a visit, and 90 days after signing in at the latest. Records of payments stay as long as the law asks for them.

## Your rights

You can see and change your email and password in your profile. The law may give you the right to a copy of your data, to have it corrected or to have it deleted: write to {contact}, and a person answers. If you think we handle your data wrongly, you can also complain to the data protection authority of your country.

## Children

{site} is not meant for children under 13. If you believe that a child has made an account, tell us at {contact} and we will close it.`,
};
