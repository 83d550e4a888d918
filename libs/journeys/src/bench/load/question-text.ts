const sentences = [
  'My new card has not arrived after two weeks, what can I do about it?',
  'Why was my card payment declined in the supermarket yesterday evening?',
  'How long does a transfer to another country usually take to arrive?',
  'I was charged twice for the same purchase, please help me get it back.',
  'Which exchange rate do you use when I pay abroad with my card?',
  'The cash machine kept my card and now I cannot withdraw any money.',
  'How can I change the address and the phone number of my account?',
  'My identity cannot be verified although I sent the photo three times.',
  'Is there a limit for topping up my account by card on one day?',
  'Somebody stole my phone with the app, how do I block everything?',
]

/** Returns a realistic question, each a little different. */
export const questionText = (n: number): string => `${sentences[n % sentences.length]} (case ${n})`
