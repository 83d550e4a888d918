import { browserFlags, findBrowser } from '@askline/testing/servers'
import { chromium } from 'playwright-core'
import { servesPages } from './pages.ts'
import { preparedBy, type StageAddresses } from './prepared.ts'
import { raiseStage } from './stage.ts'

const count = 2

/**
 * Vitest's global setup of the journeys in Chromium: starts one browser and the stages that files share, each with companies of its
 * own. Returns a function that ends them. Does nothing if there is no browser.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const executablePath = findBrowser()
  if (executablePath === undefined) return undefined
  const undo: (() => Promise<void>)[] = []
  const end = async () => void (await Promise.all(undo.map((one) => one())))
  try {
    const addresses = await Promise.all(Array.from({ length: count }, () => raiseShared(undo)))
    process.env[preparedBy.stages] = JSON.stringify(addresses)
    const browser = await chromium.launchServer({ executablePath, args: browserFlags })
    undo.push(() => browser.close())
    process.env[preparedBy.browser] = browser.wsEndpoint()
  } catch (error) {
    await end()
    throw error
  }
  return end
}

async function raiseShared(undo: (() => Promise<void>)[]): Promise<StageAddresses> {
  const { databaseUrl, apiUrls, notifierUrls, stop } = await raiseStage(servesPages)
  undo.push(stop)
  return { databaseUrl, apiUrls, notifierUrls }
}
