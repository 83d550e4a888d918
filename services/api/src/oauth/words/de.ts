import type { SignInText } from './en.ts'

/** Every text of the sign-in page, in German. */
export const german: Record<SignInText, string> = {
  'signIn.title': 'Anmelden',
  'signIn.to': 'und weiter zu {client}',
  'signIn.email': 'E-Mail',
  'signIn.password': 'Passwort',
  'signIn.company': 'Firma',
  'signIn.several': 'Meine Adresse gehört zu mehreren Firmen',
  'signIn.companyNote': 'Ihr Kurzname, zum Beispiel bank-one.',
  'signIn.submit': 'Anmelden',
  'signIn.forgot': 'Passwort vergessen?',
  'signIn.cancel': 'Abbrechen',
  'signIn.wrong':
    'E-Mail und Passwort passen nicht zusammen. Gehört Ihre Adresse zu mehreren Firmen, geben Sie auch die Firma an.',
  'signIn.expired':
    'Die Seite war zu lange offen, oder Ihr Browser blockiert Cookies. Bitte versuchen Sie es noch einmal.',
  'signIn.unreadable': 'Das Formular war nicht lesbar. Gehen Sie zurück und versuchen Sie es noch einmal.',
  'scopes.folded': 'Welche Erlaubnis {client} braucht',
  'scopes.title': '{client} bittet um die Erlaubnis:',
  'scopes.note': 'Die Anwendung darf nur, was Ihre Rolle erlaubt.',
  'scope.questions:read': 'Ihre Fragen und Gespräche zu lesen',
  'scope.questions:write': 'in Ihrem Namen zu fragen und zu schreiben',
  'scope.answers': 'Klassifizierungen und automatische Antworten zu erhalten',
  'scope.routing:read': 'zu sehen, welche Experten zu einer Frage passen',
  'scope.expert': 'Fragen als Experte zu beantworten',
  'scope.agent':
    'die Fragen Ihrer Firma als Agent zu lesen (alle oder nur die bei den Agenten, je nach Einstellung der Firma), zu beantworten, zu lösen und zu schließen',
  'scope.training': 'Trainingsdaten hochzuladen',
  'scope.webhooks': 'Webhooks zu verwalten',
  'scope.events:read': 'den Feed der Ereignisse zu lesen',
  'scope.privacy': 'Daten von Personen zu löschen',
  'scope.admin': 'die Firma zu verwalten: Personen, Zugänge und Einstellungen',
  'noPage.title': 'Diese Seite gibt es nicht',
  'noPage.text': 'Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.',
  'noPage.desk': 'Zum Arbeitsplatz',
  'noPage.ask': 'Zu Ihren Fragen',
  'failed.title': 'Anmeldung fehlgeschlagen',
  'return.title': 'Sie sind angemeldet',
  'return.text':
    'Das Programm, das Sie hierher geschickt hat, fährt von selbst fort. Sie können dieses Fenster schließen.',
  'return.notTitle': 'Sie sind nicht angemeldet',
  'return.notText':
    'Sie haben abgebrochen, oder Ihre Rolle erlaubt nicht, worum das Programm bat. Beginnen Sie in diesem Programm noch einmal.',
}
