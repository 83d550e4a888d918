import type { KnownAnswer } from '@askline/domain/knowledge/add-knowledge'

const known = (intent: string, question: string, answer: string, language = 'en'): KnownAnswer => ({
  question,
  answer,
  class: intent,
  language,
})

/** Known answers of the demo bank. Classes are the intents of the sample. */
export const knownAnswers: KnownAnswer[] = [
  known(
    'card_arrival',
    'My new card has not arrived. What can I do?',
    'Cards take 5 to 8 working days. After 10, cancel the card under Cards and order a free replacement.',
  ),
  known(
    'activate_my_card',
    'How do I activate my card?',
    'Open Cards, choose the card and tap Activate. You need the three digits on its back.',
  ),
  known(
    'order_physical_card',
    'How do I order a physical card?',
    'In the app: Cards, New card, Physical. The first one is free.',
  ),
  known(
    'declined_card_payment',
    'Why was my card payment declined?',
    'Tap the declined payment to see the reason. Most often it is the limit, or online payments are switched off under Cards, Settings.',
  ),
  known(
    'pending_card_payment',
    'Why is my card payment still pending?',
    'It stays pending until the shop collects it, usually 1 to 3 days, with hotels and fuel up to 10.',
  ),
  known(
    'transaction_charged_twice',
    'I was charged twice for the same purchase.',
    'One of the two is usually a reservation that drops off within 7 days. If both are booked, tap one and choose Charged twice.',
  ),
  known(
    'cash_withdrawal_charge',
    'Is there a fee for withdrawing cash?',
    'Three withdrawals a month are free, after that it is 2 euros each. The owner of the machine may add a fee of its own.',
  ),
  known(
    'declined_cash_withdrawal',
    'Why does the cash machine refuse my card?',
    'Check the daily limit for cash under Cards, Limits, and that cash withdrawals are switched on.',
  ),
  known(
    'card_swallowed',
    'A cash machine kept my card.',
    'Freeze the card in the app and order a new one under Cards. It is free in this case.',
  ),
  known(
    'cancel_transfer',
    'Can I cancel a transfer?',
    'While it says Processing: tap the transfer, then Cancel. Later we can only ask the other bank to return it.',
  ),
  known(
    'transfer_timing',
    'How long does a transfer take?',
    'Inside Europe the same or the next working day, to other countries 2 to 5 working days.',
  ),
  known(
    'transfer_fee_charged',
    'What does a transfer cost?',
    'Transfers in euros are free, in another currency the fee is 0.4 % and shown before you confirm.',
  ),
  known(
    'top_up_limits',
    'Is there a limit for top-ups?',
    'By card 1,500 a day and 10,000 a month. By transfer there is none.',
  ),
  known(
    'automatic_top_up',
    'Can my account be topped up automatically?',
    'Yes: Add money, Automatic. Choose the balance below which we top up, and the amount.',
  ),
  known(
    'exchange_rate',
    'Which exchange rate do you use?',
    'The interbank rate of the moment. At weekends we add 0.5 %, as markets are closed.',
  ),
  known(
    'fiat_currency_support',
    'Which currencies can I hold?',
    '24 of them, among them EUR, USD, GBP, CHF, PLN and JPY. The list is under Accounts, New currency.',
  ),
  known(
    'lost_or_stolen_card',
    'I lost my card, or it was stolen.',
    'Freeze it at once under Cards. If it does not turn up, report it as lost there and order a new one.',
  ),
  known(
    'lost_or_stolen_phone',
    'My phone with the app was stolen.',
    'Sign in on our web site and choose Sign out everywhere. The app itself needs your passcode, your money is safe.',
  ),
  known(
    'pin_blocked',
    'My PIN is blocked.',
    'Unblock it in the app under Cards, PIN, or at any cash machine under PIN services.',
  ),
  known(
    'unable_to_verify_identity',
    'My identity cannot be verified.',
    'Take the photo in daylight with all four corners of a valid document. If it fails twice, choose Video check.',
  ),
  known(
    'edit_personal_details',
    'How do I change my address or phone number?',
    'Profile, Personal details, Edit. Both change at once.',
  ),
  known('terminate_account', 'How do I close my account?', 'Empty the balance, then Profile, Close account.'),
]

/** The same in German, for some of the intents. */
export const germanAnswers: KnownAnswer[] = [
  known(
    'card_arrival',
    'Meine neue Karte ist nicht angekommen. Was kann ich tun?',
    'Karten brauchen 5 bis 8 Werktage. Nach 10 sperren Sie die Karte unter *Karten* und bestellen kostenlos Ersatz.',
    'de',
  ),
  known(
    'activate_my_card',
    'Wie aktiviere ich meine Karte?',
    'Öffnen Sie *Karten*, wählen Sie die Karte und tippen Sie auf *Aktivieren*. Sie brauchen die drei Ziffern auf der Rückseite.',
    'de',
  ),
  known(
    'terminate_account',
    'Wie schließe ich mein Konto?',
    'Leeren Sie das Konto. Tippen Sie dann auf *Profil* und *Konto schließen*.',
    'de',
  ),
]
