/** A person's personal credential for scripts (client_credentials) and the password of the sign-in page. */
export type DemoPerson = {
  uuid: string
  name: string
  email: string
  password: string
  clientId: string
  clientSecret: string
}

/** The credential of an integration, and a token that lasts for years. */
export type DemoIntegration = { clientId: string; clientSecret: string; accessToken: string; systemId: string }

/** A question that the first start asked, and the state it was left in. */
export type DemoQuestion = { state: string; uuid: string; userEmail: string }

/** The content of `$ASKLINE_HOME/demo.json`: the addresses, the credentials and the questions of the demo. */
export type DemoFile = {
  apiUrl: string
  notifierUrl: string
  integration: DemoIntegration
  experts: DemoPerson[]
  agents: DemoPerson[]
  admin: DemoPerson
  /** One for each interesting state. Time goes on: an offered question is rerouted after its escalation time. */
  questions: DemoQuestion[]
  /** A company whose admin can move its clock. */
  sandbox: { integration: DemoIntegration; experts: DemoPerson[]; admin: DemoPerson }
}
