/** A company of the demo and its integration. */
export type DemoCompany = { companyId: string; integrationId: string }
