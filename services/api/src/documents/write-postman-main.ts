import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describeApp } from './describe-app.ts'
import { convertToPostman } from './postman.ts'

/** The last step of the build: writes the Postman collection that the API serves. The converter stays out of the image. */
const file = fileURLToPath(new URL('../../dist/postman.json', import.meta.url))
writeFileSync(file, JSON.stringify(await convertToPostman(await describeApp())))
process.exit(0)
