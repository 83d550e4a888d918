import { openDatabase } from '@askline/db'
import { askShowcase, type DemoFile, type DemoQuestion, seedDemo, waitForTraining } from '@askline/local'
import { buildSecretBox } from '@askline/runtime'
import { testSecretsKey } from '@askline/testing/servers'
import { servesPages } from './pages.ts'
import { raiseStage, type Stage } from './stage.ts'

/** A stage with the demo company of `npm start`, and the pages. */
export type Demo = {
  readonly stage: Stage
  readonly file: DemoFile
  readonly companyId: string
  readonly questions: readonly DemoQuestion[]
  /** Returns the question that was left in a state. Throws if it is missing. */
  find(state: string): DemoQuestion
  /** Returns the first row of a query. Throws if it finds nothing. */
  one<Row>(text: string, values?: unknown[]): Promise<Row>
}

/** Raises a stage with the demo company, its models trained and a question in each of its states. The caller stops the stage. */
export async function raiseDemo(): Promise<Demo> {
  const stage = await raiseStage(servesPages)
  try {
    const [apiUrl = '', notifierUrl = ''] = [stage.apiUrls[0], stage.notifierUrls[0]]
    const db = openDatabase(stage.databaseUrl, { maxConnections: 2, applicationName: 'askline-demo' })
    const seed = { home: '', apiUrl, notifierUrl, fresh: false, secrets: buildSecretBox(testSecretsKey) }
    const file = await seedDemo(db, seed).finally(() => db.close())
    await waitForTraining(file)
    const questions = await askShowcase(file, (sentence) => {
      throw new Error(sentence)
    })
    const one: Demo['one'] = async <Row>(text: string, values: unknown[] = []) => {
      const [row] = await stage.sql<Row>(text, values)
      if (!row) throw new Error(`Nothing is found by ${text}`)
      return row
    }
    const { companyId } = await one<{ companyId: string }>(
      'select company_id as "companyId" from users where id = $1',
      [file.admin.uuid],
    )
    return {
      stage,
      file,
      companyId,
      questions,
      find(state) {
        const found = questions.find((question) => question.state === state)
        if (!found) throw new Error(`The demo has no question "${state}"`)
        return found
      },
      one,
    }
  } catch (error) {
    await stage.stop()
    throw error
  }
}
