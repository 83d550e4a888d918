/** Replies of the demo company that its experts and agents insert by typing `/` and the shortcut. */
export const savedReplies = [
  {
    title: 'Greeting',
    shortcut: 'hello',
    text: 'Hello {asker}, thank you for your question.',
  },
  {
    title: 'Identity check',
    shortcut: 'identity',
    text: 'Before we can look at your account, please confirm your identity in the app:\n\n1. Open **Profile**.\n2. Choose **Verify identity**.\n3. Take a picture of your document.',
  },
  {
    title: 'Transfer times',
    shortcut: 'transfer',
    text: 'Transfers within the country arrive on the next working day. Others take two to five working days.',
  },
  {
    title: 'Goodbye',
    shortcut: 'bye',
    text: 'I am glad that I could help. Kind regards, {me} of {company}',
  },
  {
    title: 'Begrüßung',
    shortcut: 'hallo',
    text: 'Guten Tag {asker}, vielen Dank für Ihre Frage.',
  },
  {
    title: 'Überweisungsdauer',
    shortcut: 'dauer',
    text: 'Überweisungen im Inland kommen am nächsten Werktag an. Andere brauchen zwei bis fünf Werktage.',
  },
]
