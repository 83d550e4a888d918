/** A person's personal credential for scripts (client_credentials) and the password of the sign-in page. */
export type DemoPerson = {
  uuid: string
  name: string
  email: string
  password: string
  clientId: string
  clientSecret: string
}

/** What `$ASKLINE_HOME/demo.json` holds: how to reach the demo company, and as whom. */
export type DemoFile = {
  apiUrl: string
  notifierUrl: string
  integration: { clientId: string; clientSecret: string; accessToken: string; systemId: string }
  experts: DemoPerson[]
  agents: DemoPerson[]
  admin: DemoPerson
}
