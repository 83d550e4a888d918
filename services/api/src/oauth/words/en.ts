/** Every text of the sign-in page, in English. */
export const english = {
  'signIn.title': 'Sign in',
  'signIn.to': 'to continue to {client}',
  'signIn.email': 'E-mail',
  'signIn.password': 'Password',
  'signIn.company': 'Company',
  'signIn.several': 'My address belongs to several companies',
  'signIn.companyNote': 'Its short name, for example bank-one.',
  'signIn.submit': 'Sign in',
  'signIn.forgot': 'Forgot your password?',
  'signIn.cancel': 'Cancel',
  'signIn.wrong':
    'E-mail and password do not match. If your address belongs to several companies, enter the company as well.',
  'signIn.expired': 'The page was open for too long, or your browser blocks cookies. Please try again.',
  'signIn.unreadable': 'The form could not be read. Go back and try again.',
  'scopes.folded': 'What {client} may do',
  'scopes.title': '{client} asks for permission to:',
  'scopes.note': 'It gets only what your role allows.',
  'scope.questions:read': 'read your questions and conversations',
  'scope.questions:write': 'ask questions and write messages in your name',
  'scope.answers': 'get classifications and automatic answers',
  'scope.routing:read': 'see which experts fit a question',
  'scope.expert': 'answer questions as an expert',
  'scope.agent':
    'read the questions of your company as an agent (all, or only those sent to agents, as the company has set), and answer, resolve and close them',
  'scope.training': 'upload training data',
  'scope.webhooks': 'manage webhooks',
  'scope.events:read': 'read the feed of events',
  'scope.privacy': 'erase the data of users',
  'scope.admin': 'administer the company: people, credentials and settings',
  'noPage.title': 'There is no such page',
  'noPage.text': 'The address may be misspelled, or the page was moved.',
  'noPage.desk': 'Go to the desk',
  'noPage.ask': 'Go to your questions',
  'failed.title': 'Sign-in failed',
  'return.title': 'You are signed in',
  'return.text': 'The program that sent you here continues on its own. You can close this window.',
  'return.notTitle': 'You are not signed in',
  'return.notText':
    'You canceled, or your role does not allow what the program asked for. Start again from the program that sent you here.',
} as const

export type SignInText = keyof typeof english
