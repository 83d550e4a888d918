/** Answers of the demo bank's experts by intent, in two wordings each. */
export const answersByIntent: Record<string, readonly [string, string]> = {
  card_arrival: [
    'Cards take 5 to 8 working days. If yours is not there after 10, cancel it under Cards and order a free replacement.',
    'Please check the delivery address under Profile first. When it is right and 10 working days have passed, report the card as not arrived under Cards and we send another at no cost.',
  ],
  card_delivery_estimate: [
    'Within Europe 5 to 8 working days, elsewhere up to 15. Express delivery takes 2 to 3 and is offered when you order.',
    'Standard delivery takes 5 to 8 working days. The date we expect is shown under Cards as soon as the card has left us.',
  ],
  order_physical_card: [
    'Open Cards, tap the plus sign and choose Physical card. The first one is free, each further one costs 5 euros.',
    'You order it in the app: Cards, New card, Physical. Check your address on the second page, we send it there the same day.',
  ],
  activate_my_card: [
    'Open Cards, choose the new card and tap Activate. You need the three digits on its back. The first payment has to be with chip and PIN.',
    'Activation is in the app: Cards, your card, Activate. If the button is grey, the card is still marked as on its way: confirm first that it arrived.',
  ],
  card_linking: [
    'Yes: Cards, Blocked cards, choose it and tap Unblock. It works again at once, unless you had reported it as stolen.',
    'You can link it again under Cards, Add existing card. A card that was reported stolen stays blocked for good, and a new one is free.',
  ],
  declined_card_payment: [
    'The payment list shows the reason when you tap the declined payment. Most often it is the limit or online payments being switched off: both are under Cards, Settings.',
    'Please check that your balance covers the amount with the deposit some shops add, and that the card is not frozen. After three wrong PINs the chip has to be unblocked at a cash machine.',
  ],
  pending_card_payment: [
    'A payment stays pending until the shop collects it, usually 1 to 3 days, with hotels and fuel up to 10. What is not collected by then goes back to you by itself.',
    'The amount is only reserved for now. The shop has to settle it. If it is still pending after 10 days, write here again and we release it.',
  ],
  card_payment_fee_charged: [
    'We charge nothing for payments in your own currency. In another currency it is 0.5 %, and some shops add a fee of their own: tap the payment to see which of the two it was.',
    'That is the fee for a payment in a foreign currency. You avoid it by holding that currency in your account before you pay.',
  ],
  card_payment_not_recognised: [
    'Freeze the card under Cards first. Many shops book under another company name, so look at the place and time. If it is still strange to you, tap Dispute and we investigate.',
    'Tap the payment and choose I do not know this. That freezes the card and opens a dispute. You will hear from us within two working days.',
  ],
  transaction_charged_twice: [
    'One of the two is most probably a reservation that drops off by itself within 7 days. If both are booked, tap the second one and choose Charged twice.',
    'I see this when a terminal tries again. Wait until neither is pending any longer. If two remain, open a dispute on one and you get it back.',
  ],
  cash_withdrawal_charge: [
    'Three withdrawals a month are free, after that it is 2 euros each. Some machines take a fee of their own, which they have to show before you confirm.',
    'The fee comes from withdrawing more than the free amount of 300 a month. The counter is under Cards, Limits.',
  ],
  declined_cash_withdrawal: [
    'Please check the daily limit for cash under Cards, Limits, and that cash withdrawals are switched on. Some machines refuse foreign cards: another bank around the corner often works.',
    'The machine asked for more than your daily limit or in a currency you do not hold. Try a smaller amount in the local currency.',
  ],
  pending_cash_withdrawal: [
    'The bank that owns the machine books it late, which may take up to 3 days. Until then the amount is reserved and not taken twice.',
    'That is normal until the owner of the machine settles. If you got no cash at all, the reservation goes back within 5 days.',
  ],
  wrong_amount_of_cash_received: [
    'Tap the withdrawal and choose Wrong amount. We ask the owner of the machine for its journal and credit the difference, usually within 10 days. Keep the receipt.',
    'Sorry about that. Please report it from the withdrawal itself, with the amount you got. The machine keeps a record of every note.',
  ],
  card_swallowed: [
    'Please freeze the card in the app at once. Machines destroy cards they keep, so order a new one under Cards: it is free in this case.',
    'If the machine belongs to a branch, ask inside while it is open. Otherwise freeze the card and order another, we waive the fee.',
  ],
  failed_transfer: [
    'Tap the failed transfer to see the reason. Mostly a letter of the account number is wrong or the name does not match. The money is back in your balance already.',
    'It failed because the receiving bank refused it. Please check the account number with the recipient and send it again, nothing was charged.',
  ],
  cancel_transfer: [
    'While it says Processing you can cancel: tap the transfer, then Cancel. Once sent we can only ask the other bank to return it, which you start from the same page.',
    'Be quick: transfers can be cancelled within 30 minutes in the list of payments. After that choose Ask for return and we contact the receiving bank.',
  ],
  transfer_timing: [
    'Inside Europe the same or the next working day, to other countries 2 to 5. Transfers made after 15:00 leave the next morning.',
    'Incoming transfers are booked the moment we receive them. A transfer from the US takes 3 to 5 working days.',
  ],
  transfer_not_received_by_recipient: [
    'Please look at the state of the transfer: Sent means that the other bank has it and may need until the next working day. After 3 working days tap Trace and we follow it.',
    'Compare the account number with the one your friend gave you. If it is right, give it until tomorrow evening, banks book at fixed hours.',
  ],
  transfer_fee_charged: [
    'Transfers in euros are free. In another currency there is a fee of 0.4 %, which is shown before you confirm, and banks in between may take their own.',
    'It was an international transfer, so a fee applies. Choose Local route the next time, where it is offered: it is free.',
  ],
  pending_top_up: [
    'Top-ups by card take minutes, those by transfer until the next working day. If it is pending for longer than that, your bank is checking it: call them.',
    'Your bank has not confirmed it yet. Nothing to do for you: it arrives, or it goes back by itself within 5 days.',
  ],
  top_up_failed: [
    'Your bank declined it. The most common reasons are a missing 3-D Secure confirmation and a billing address that differs from the one in your profile.',
    'Please make sure the card is in your own name and allows online payments, then try a smaller amount. What failed is not taken from you.',
  ],
  top_up_limits: [
    'You can top up 10,000 a month, and 1,500 a day by card. Verify the source of your funds to raise it: Profile, Limits.',
    'The limit depends on your plan and is shown under Profile, Limits. By transfer there is none.',
  ],
  automatic_top_up: [
    'Yes: Add money, Automatic. Choose the balance below which we top up and the amount. You can stop it there at any time.',
    'That is possible with a saved card. Set the threshold under Add money, Automatic top-up.',
  ],
  exchange_rate: [
    'We use the interbank rate of the moment, as it is on the market. At weekends we add 0.5 %, as markets are closed.',
    'The rate comes from the interbank market and is fixed when you confirm. You see it in the app before you exchange.',
  ],
  exchange_charge: [
    'Exchange is free up to 1,000 a month, then 0.5 %. At weekends another 0.5 % is added.',
    'The fee is 0.5 % beyond the free monthly amount. The confirmation page shows it before you agree.',
  ],
  fiat_currency_support: [
    'You can hold 24 currencies, among them EUR, USD, GBP, CHF, PLN and JPY. The whole list is under Accounts, New currency.',
    'Open Accounts and tap New currency: whatever is listed there can be held and exchanged. Crypto is not among them.',
  ],
  card_payment_wrong_exchange_rate: [
    'The rate is the one of the moment the shop collected the payment, not of the purchase. If the terminal offered to charge in your home currency, the rate was the shop’s, not ours.',
    'Tap the payment to see rate and time. If it differs from the interbank rate of that minute by more than 1 %, open a dispute and we correct it.',
  ],
  lost_or_stolen_card: [
    'Freeze it at once: Cards, Freeze. If it does not turn up, report it as lost there and order a new one. Payments after the report are not at your cost.',
    'Please block the card in the app or call the number on our home page, day and night. Then look through the last payments and dispute what is not yours.',
  ],
  compromised_card: [
    'Freeze the card now, then tap every payment that is not yours and choose I do not know this. We replace the card for free and refund what was fraud.',
    'I would block it for good: Cards, Report, Data stolen. You get a new number immediately as a virtual card while the new one travels.',
  ],
  lost_or_stolen_phone: [
    'Sign in on our web site from any device and choose Sign out everywhere: that locks the app on the lost phone. Then call your phone company about the SIM.',
    'Call us and we lock the app for you. Your money is safe, the app needs your passcode or fingerprint. On the new phone you sign in with a video check.',
  ],
  pin_blocked: [
    'You can unblock it at any cash machine: insert the card, choose PIN services, Unblock. Your PIN is shown in the app under Cards, Show PIN.',
    'After three wrong tries the PIN is blocked until you confirm in the app: Cards, PIN, Unblock. The next payment has to be with the right PIN.',
  ],
  why_verify_identity: [
    'The law against money laundering asks every bank to know its customers. We keep what you send encrypted and use it for nothing else.',
    'Until you are verified we may only offer a small limit. It takes 5 minutes and is needed once.',
  ],
  unable_to_verify_identity: [
    'Mostly the photo is the problem: daylight, no flash, all four corners, and the document still valid. The name has to be the one in your profile.',
    'Please try again with your passport instead of the driving licence, and allow the app to use the camera. If it fails twice, choose Video check.',
  ],
  edit_personal_details: [
    'Profile, Personal details, Edit. Address and phone change at once, for a new name we need a photo of the document.',
    'You find it under Profile. A new phone number is confirmed by a code to the old one, so change it before you lose access to that.',
  ],
  terminate_account: [
    'Sorry to see you go. Empty the balance, then Profile, Close account. Statements stay available to you for 90 days.',
    'You can close it under Profile, Close account, once nothing is pending. Is there something we could do better?',
  ],
}

/** Follow-up messages of askers, with the experts' replies. */
export const followUps: readonly (readonly [string, string])[] = [
  [
    'Thanks. Where exactly do I find that in the app?',
    'Tap your picture at the top left, it is the third line from there.',
  ],
  [
    'I tried that already, and it did not work.',
    'Then please update the app first, the page looks different in older versions. It should work after that.',
  ],
  ['How long does that take?', 'A few minutes in most cases. You get a message when it is done.'],
  ['Does that cost anything?', 'No, it is free.'],
  ['Can I also do that on the web site?', 'Yes, the menu is the same there.'],
  [
    'And if that does not help?',
    'Then write here again, and I hand it to my colleagues, who can look into your account.',
  ],
]
