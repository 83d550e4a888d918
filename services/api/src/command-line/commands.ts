import type { Command } from './command.ts'
import { companyCreate } from './company-create.ts'
import { credentialCommands } from './credentials.ts'
import { deadLetterCommands } from './dead-letters.ts'
import { expertImport } from './expert-import.ts'
import { forget } from './forget.ts'
import { forgetExport } from './forget-export.ts'
import { forgetReplay } from './forget-replay.ts'
import { integrationCreate } from './integration-create.ts'
import { keyDrop } from './key-drop.ts'
import { keyRotate } from './key-rotate.ts'
import { knowledgeImport } from './knowledge-import.ts'
import { routingReplay } from './routing-replay.ts'
import { staffCreate } from './staff-create.ts'
import { stats } from './stats.ts'
import { tokenMint } from './token-mint.ts'
import { tokenRevoke } from './token-revoke.ts'

/** Everything an operator can do. A new command is a file, and a line here. */
export const commands: readonly Command[] = [
  companyCreate,
  integrationCreate,
  tokenMint,
  tokenRevoke,
  staffCreate,
  ...credentialCommands,
  expertImport,
  knowledgeImport,
  keyRotate,
  keyDrop,
  // The longer names first: a command is found by how it begins.
  forgetReplay,
  forgetExport,
  forget,
  routingReplay,
  stats,
  ...deadLetterCommands,
]
