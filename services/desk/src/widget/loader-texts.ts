const english = {
  title: 'Ask a question',
  close: 'Close',
  loading: 'One moment.',
  failed:
    'The questions cannot be opened on this page. Please reload it; if that does not help, contact us another way.',
}

const german: typeof english = {
  title: 'Frage stellen',
  close: 'Schließen',
  loading: 'Einen Moment bitte.',
  failed:
    'Die Fragen lassen sich auf dieser Seite nicht öffnen. Bitte laden Sie die Seite neu; hilft das nicht, erreichen Sie uns auf anderem Weg.',
}

declare const asklineLooks: { language: string }

/** Texts of the loader, in the first language of the browser that Askline has, else in the language of the company. */
export const texts = [...navigator.languages, asklineLooks.language]
  .find((tag) => /^(de|en)/i.test(tag))
  ?.startsWith('de')
  ? german
  : english
