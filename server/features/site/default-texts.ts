import type { TextName } from '#shared/texts.ts';

/** Used until the owner saves another text. */
export const defaultTexts: Record<TextName, string> = {
  terms: `Welcome to {site}. By creating an account, playing or buying here, you agree to these terms.

## Who we are

{site} is a fan-made project, run by volunteers. It is not affiliated with or endorsed by any game company. If you have questions about these terms, write to {contact}.

## Your account

- Your account is for you alone. You are responsible for everything that is done with it.
- Keep your password to yourself. Staff will never ask you for it.
- An account whose name insults, deceives or advertises may be banned.

## Playing fair

- Do not cheat, use bots or exploit bugs. If you find a bug, please report it to us.
- Treat other players with respect. Harassment, threats and spam lead to a mute or a ban.
- Staff may mute or ban players and remove content to enforce these rules. To appeal a decision, write to {contact}.

## Wyncoins and the store

- Wyncoins are a currency inside {site}. They are a limited right to use features of the game; they are not money, earn no interest, cannot be exchanged for money and cannot be transferred outside the game.
- One Wyncoin costs one cent (US dollar). A single purchase is at least 500 and at most 50,000 Wyncoins. Our payment provider processes the payment; we never see your card details.
- Coins are credited as soon as the provider has confirmed your payment.
- Items bought with Wyncoins are delivered to your character in the game. If an item cannot be delivered, your coins are refunded.
- To buy Wyncoins you must be of legal age where you live, or have the permission of a parent or guardian.

## Refunds

- If something went wrong, please write to {contact} before you contact your bank. We can solve most problems the same day.
- Unspent coins can be refunded within 14 days of purchase. By spending coins, you ask us to deliver immediately and agree that you lose your right of withdrawal for them.
- If a payment is reversed or disputed, we remove the coins it paid for. This can make your balance negative, and you cannot buy anything until it is settled.

## At your own risk

{site} is provided "as is". Servers fail, items are rebalanced and the project may end one day. We do our best, but we cannot promise that it will always be available. As far as the law allows, we are not liable for any loss that results from using it.

## Changes

We may change these terms. Changes apply from the day they are published on this page; we announce important changes in the news.`,

  privacy: `This page explains what data {site} stores about you, why, and what your rights are. In short: we store as little as possible, and we never sell it.

## What we store

- Your username, email address and a protected form of your password, to sign you in.
- Your sessions: when, from which IP address and with which kind of device you signed in, so that you can see and end them.
- What you do here: votes, event attendance, purchases and the history of your Wyncoins. Only vote totals are shown; who voted for what is not shown to anyone.
- What the game reports about your character: levels, experience and when it was last seen. These are public in the hiscores.
- A log of what administrators do, so that it can be checked.

## Payments

You pay by card on the page of our payment provider. We learn whether, when and how much you paid, and get a reference number, but never your card number. We keep these records for as long as accounting law requires.

## Cookies

One cookie keeps you signed in. There is no advertising, no tracking and no third-party analytics on this site.

## Who sees it

- Other players see your username, levels, experience and what you do in public, such as event attendance.
- Administrators see your account, to help you and to enforce the rules.
- Our payment provider and our email provider receive the data they need for their service. Nobody else does, unless the law requires it.

## How long

As long as you have an account. Sessions end after 30 days without a visit, and 90 days after signing in at the latest. Payment records are kept for as long as the law requires.

## Your rights

You can see and change your email and password in your profile. The law may give you the right to a copy of your data, to have it corrected or to have it deleted: write to {contact}. If you think we mishandle your data, you can also complain to the data protection authority of your country.

## Children

{site} is not intended for children under 13. If you believe that a child has created an account, write to {contact} and we will close it.`,
};
