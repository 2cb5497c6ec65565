import type { TextName } from '#shared/texts.ts';

/** Used until the owner saves a text. They may promise only what the software does by itself. */
export const defaultTexts: Record<TextName, string> = {
  terms: `These terms apply to your use of {site}, including the website, the game and the store. By creating an account, playing or making a purchase, you agree to them.

## Who we are

{site} is a fan-made project run by volunteers. It is not affiliated with or endorsed by any game company. If you have questions about these terms, contact us at {contact}.

## Your account

- Your account is personal. You are responsible for everything that is done with it.
- Keep your password secret. Staff will never ask you for it.
- Accounts with offensive, misleading or advertising names may be banned.

## Fair play

- Cheating, botting and exploiting bugs are not allowed. If you find a bug, please report it to us.
- Treat other players with respect. Harassment, threats and spam may lead to a mute or a ban.
- Staff may mute or ban accounts and remove content that breaks these rules. To ask for a review of a decision, write to {contact}.

## Wyncoins and the store

- Wyncoins are a virtual currency for use within {site}. They give you a limited right to use features of the game. They are not money, earn no interest, and cannot be exchanged for money or transferred to another account.
- One Wyncoin costs one US cent. A single purchase is at least 500 and at most 50,000 Wyncoins. Limits per day and per 30 days also apply. Payments are processed by our payment provider; we never receive your card details.
- Wyncoins are added to your balance when the payment provider confirms your payment.
- Items bought with Wyncoins are delivered to your character in the game. If an item cannot be delivered, contact us: a purchase that has not been delivered can be canceled and its Wyncoins returned to your balance.
- To make a purchase, you must be of legal age where you live or have the permission of a parent or guardian.

## Refunds and disputes

- If there is a problem with a payment, please write to {contact} before you contact your bank.
- You can request a refund of Wyncoins that you have not spent within 14 days of buying them. By spending Wyncoins, you ask us to deliver immediately and acknowledge that you lose your right of withdrawal for them.
- If a payment is refunded or disputed, the Wyncoins bought with it are removed from your balance. If you have already spent them, your balance becomes negative.
- While your balance is negative or one of your payments is disputed, you cannot make purchases in the store. If a dispute ends in our favour, the Wyncoins are returned to your balance.

## Availability and liability

{site} is provided "as is". We may change the game and its items, and we may interrupt or end the service. We do not guarantee that it will always be available. To the extent permitted by law, we are not liable for losses that result from using it.

## Changes to these terms

We may change these terms. Changes apply from the date on which they are published on this page.`,

  privacy: `This policy explains what personal data {site} collects, why, and what your rights are. We collect as little as possible and never sell it.

## Data we collect

- Your username, your email address and a hash of your password, so that you can log in. If you set a game password or two-factor authentication, we also store a hash of the game password, the two-factor key and hashes of the recovery codes.
- Your login sessions: the time, IP address and browser, so that you can see and end them.
- Your activity on this site: votes, event attendance, hosted events, purchases and the history of your Wyncoins. We show nobody else how you voted.
- Data that the game reports about your character: levels, experience, time played and when it was last updated.
- Mutes, bans and notes by staff about breaches of the rules.
- A log of administrative actions, with the name and IP address of the person who took them.
- IP addresses, for a short time, to limit the number of requests and login attempts.

## Payments

Card payments are made on the website of our payment provider. We receive the amount, time and status of each payment and a reference number, but never your card number. We also record when you agreed to the terms of a purchase.

## Cookies

We use one cookie to keep you logged in. The site may also keep unfinished input and display settings in your browser. There is no advertising, no tracking and no third-party analytics on this site.

## Who can see your data

- Everyone can see your username, your levels and experience in the hiscores, the events that you host and those you have marked as interested or going.
- Administrators can see your account so that they can help you and enforce the rules.
- Our payment provider, our email provider and, if we use one, our login provider receive the data they need to provide their service. We do not share your data with anyone else unless the law requires it.

## How long we keep it

We keep your data for as long as you have an account. Login sessions expire after 30 days without a visit, and no later than 90 days after you logged in; they are then deleted. The content of an email is deleted once it has been sent or has failed; its address and subject are deleted within two weeks. Records of payments and purchases are not deleted automatically.

## Your rights

You can see and change your email address and password in your profile. Depending on where you live, you may have the right to receive a copy of your data or to have it corrected or deleted. To make a request, write to {contact}. You may also complain to your local data protection authority.

## Children

{site} is not intended for children under 13. If you believe that a child under 13 has created an account, please contact us at {contact}.`,
};
