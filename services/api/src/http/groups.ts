type Group = { title: string; description: string }

/** The groups of the documentation, in the order in which it lists them. The name of a group is the tag of its operations. */
const groups: Record<string, Group> = {
  questions: {
    title: 'Questions',
    description:
      "A question is one conversation: what a user asked, the responses of experts and agents, and its state. Ask here, read and list questions, and change them as the asker, as the expert who claimed them, or as the company's system.\n\nEach change gives the question a new `lastUpdated`. Send it as `lastChecked` to learn of the next change.",
  },
  responses: {
    title: 'Responses',
    description:
      'A response holds all messages of one expert or agent in a question, or one automatic answer. The asker accepts, rates or reads it here. Accepting a response resolves its question.',
  },
  messages: {
    title: 'Messages',
    description:
      'A message is one text in a response. The asker and the person of the response write messages until the question is closed. Each side may change its own messages.',
  },
  automaticAnswers: {
    title: 'Automatic answers',
    description:
      'Finds the known answer that fits a text, without asking a question. Show it while a user writes, and report whether it helped.',
  },
  classifications: {
    title: 'Classifications',
    description:
      "Predicts the class of a text with the company's own model. Send the class along when you ask the question.",
  },
  predictiveRouting: {
    title: 'Predicted experts',
    description: 'Predicts which experts would be offered a text, before anyone asks it.',
  },
  users: {
    title: 'Users',
    description:
      'Users are the people who ask. They have no password here: your server signs them in with a code that works once. You also forget a user here, which erases their data and returns a receipt.',
  },
  events: {
    title: 'Feed of events',
    description:
      'Every change of your company in one order, with ids only. Pull it or stream it, and store the cursor of what you processed. After a restart you continue there and miss nothing.',
  },
  webhooks: {
    title: 'Webhooks',
    description:
      'Askline sends each change to an address of yours, signed and with retries. Here an integration manages its own endpoints. Admins manage all endpoints of the company under Administration.',
  },
  experts: {
    title: 'Experts',
    description:
      'The side of a signed-in expert: profile, availability and record, and the inbox with offered, claimed and answered questions.',
  },
  agents: {
    title: 'Agents',
    description:
      "Agents are the company's own staff. They take questions that no expert could answer, and those that were rerouted or flagged. An integration may speak as an agent by sending `agentEmail`.",
  },
  replies: {
    title: 'Saved replies',
    description: 'Texts that experts and agents use again. A reply belongs to one person, or to the whole company.',
  },
  previews: {
    title: 'Previews',
    description: 'Renders Markdown as a message would show it, without storing it.',
  },
  files: {
    title: 'Training files',
    description:
      'Files from which a company learns: texts with their classes, questions with their answers, and the history of another system. An upload is processed later; read the file for its progress, refused rows and result.',
  },
  me: {
    title: 'Own account',
    description:
      'About the person or integration of the token: name, company and scopes. A person also finds their password, their open sign-ins and their drafts.',
  },
  admin: {
    title: 'Administration',
    description:
      'People, categories, integrations, known answers, models and settings of the company. Admins also read questions with the reasons of routing, figures, the audit log and failed work here. All of it needs the scope `admin`.',
  },
  oauth: {
    title: 'Access tokens',
    description:
      'The authorization server (OAuth 2.0). Obtain a token here, end it, or send a person to the sign-in page. Answers have no envelope, and errors are those of RFC 6749. Each path also exists without the version.',
  },
  links: {
    title: 'Links for passwords',
    description: 'Invitations and links for a new password. The link is the proof, so these requests need no token.',
  },
  setup: {
    title: 'Setup',
    description:
      'Creates the first company of an installation with its first admin. It needs a setup link and no token.',
  },
  avatars: {
    title: 'Profile pictures',
    description: 'Pictures that are drawn from an id, for people without one of their own.',
  },
  health: {
    title: 'Health',
    description:
      'Tells load balancers and launchers whether the process runs and is ready. It names what is down, and never why.',
  },
  documentation: { title: 'Documents', description: 'The documents from which this page and the clients are made.' },
  content: { title: 'Content', description: 'The deprecated form of automatic answers.' },
}

const order = Object.keys(groups)

/** Describes the groups with these names for the OpenAPI document, in the order of reading. Throws if one has no description. */
export function describeGroups(names: Iterable<string>): object[] {
  return [...names]
    .sort((one, other) => order.indexOf(one) - order.indexOf(other))
    .map((name) => {
      const group = groups[name]
      if (!group) throw new Error(`The group ${name} of the documentation has no description`)
      return { name, description: group.description, 'x-displayName': group.title }
    })
}
