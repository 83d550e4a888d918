import { crashNotice } from '../stage/crash-notice.ts'
import { defineFailure } from './failure.ts'
import { mustBeOfferedOnce } from './offers.ts'

/** Any worker that tries to offer a `deadly` question crashes. */
type Size = { jobs: number; poisoned: number; deadly: number; deadlyMs: number }

/** Upper limit of crashes per deadly question: one in a batch, one in a drain of the backlog, two alone. */
const mostDeathsEach = 4

export const poison = defineFailure<Size>({
  id: 'F22',
  title: 'jobs that always fail, and jobs that kill their workers, among others',
  promise:
    'ends both as dead letters, the deadly ones with the agents; does everything else, and what failed once it can be done',
  needs: { workers: 2, crashesAtNotice: true },
  company: { times: { offerMs: 3_600_000 } },
  short: { jobs: 100, poisoned: 2, deadly: 1, deadlyMs: 60_000 },
  full: { jobs: 2_000, poisoned: 20, deadly: 5, deadlyMs: 420_000 },

  async run(scene, { jobs, poisoned, deadly, deadlyMs }) {
    const { stage, askMany, within, must, unrouted } = scene
    const deadLetters = async () => {
      const [row] = await stage.sql<{ dead: number }>(
        'select count(*)::int as dead from dead_letters where reason <> $1',
        ['stalled'],
      )
      return row?.dead ?? 0
    }
    const deadBefore = await deadLetters()
    // The notice crashes the worker. The exception then makes sure that its transaction has no effect.
    await stage.sql(`create function poisoned() returns trigger language plpgsql as $$
      declare told jsonb := (select metadata from questions where id = new.question_id);
      begin
        if told ? 'deadly' then raise notice '${crashNotice}'; perform pg_sleep(0.5); raise exception 'deadly'; end if;
        if told ? 'poison' then raise exception 'poisoned'; end if;
        return new;
      end $$`)
    await stage.sql('create trigger poisoned before insert on offers for each row execute function poisoned()')
    const [bad, good, killers] = await Promise.all([
      askMany(poisoned, { metadata: { poison: true } }),
      askMany(jobs - poisoned - deadly),
      askMany(deadly, { metadata: { deadly: true } }),
    ])
    const withAgents = async () => {
      const [row] = await stage.sql<{ count: number }>(
        `select count(*)::int from questions q join dead_letters d on d.question_id = q.id and d.reason = 'stalled'
         where q.id = any($1::uuid[]) and q.turn = 'agents'`,
        [killers.map(({ uuid }) => uuid)],
      )
      return row?.count ?? 0
    }
    const foundMs = await within(
      deadlyMs,
      'The deadly ones are with the agents',
      async () => (await withAgents()) === deadly,
    )
    const deaths = scene.logs().split('"msg":"Routing"').length - 1
    must(deaths <= mostDeathsEach * deadly, `${deaths} workers died of ${deadly} questions`)
    await within(30_000, 'Everything else is routed', async () => (await unrouted()) === poisoned)
    await within(40_000, 'The poisoned jobs are dead letters', async () => {
      return (await deadLetters()) > deadBefore
    })
    const dead = (await deadLetters()) - deadBefore

    await stage.sql('drop trigger poisoned on offers')
    await stage.sql('drop function poisoned()')
    // Routing would try them again within 15 s. This makes them due at once.
    await stage.sql(`update questions set wave_due_at = clock_timestamp() where id = any($1::uuid[])`, [
      bad.map(({ uuid }) => uuid),
    ])
    await within(30_000, 'The poisoned ones are routed once they can be', async () => (await unrouted()) === 0)
    await mustBeOfferedOnce(
      scene,
      [...bad, ...good].map(({ uuid }) => uuid),
    )
    must(dead >= 1, 'No dead letter was kept')
    return {
      injected: `${poisoned} poisoned and ${deadly} deadly of ${jobs} jobs`,
      // The oracle finds asks by the key in their metadata, which the poisoned ones do not have.
      ledger: good,
      figures: { 'dead letters': dead, 'deaths of workers': deaths, 'deadly ones found, ms': foundMs },
    }
  },
})
