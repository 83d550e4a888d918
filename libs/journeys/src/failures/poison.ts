import { defineFailure } from './failure.ts'
import { mustBeOfferedOnce } from './offers.ts'

type Size = { jobs: number; poisoned: number }

export const poison = defineFailure<Size>({
  id: 'F22',
  title: 'jobs that always fail among jobs that do not',
  promise:
    'ends the poisoned ones as dead letters after five tries, does everything else, and does them too once they can be done',
  needs: { workers: 2 },
  company: { times: { offerMs: 3_600_000 } },
  short: { jobs: 100, poisoned: 2 },
  full: { jobs: 2_000, poisoned: 20 },

  async run(scene, { jobs, poisoned }) {
    const { stage, askMany, within, must, unrouted } = scene
    const deadLetters = async () => {
      const [row] = await stage.sql<{ dead: number }>('select count(*)::int as dead from dead_letters')
      return row?.dead ?? 0
    }
    const deadBefore = await deadLetters()
    await stage.sql(`create function poisoned() returns trigger language plpgsql as $$ begin
        if (select metadata ? 'poison' from questions where id = new.question_id) then raise exception 'poisoned'; end if;
        return new;
      end $$`)
    await stage.sql('create trigger poisoned before insert on offers for each row execute function poisoned()')
    const [bad, good] = await Promise.all([askMany(poisoned, { metadata: { poison: true } }), askMany(jobs - poisoned)])
    await within(30_000, 'Everything else is routed', async () => (await unrouted()) === poisoned)
    await within(40_000, 'The poisoned jobs are dead letters', async () => {
      return (await deadLetters()) > deadBefore
    })
    const dead = (await deadLetters()) - deadBefore

    await stage.sql('drop trigger poisoned on offers')
    await stage.sql('drop function poisoned()')
    // Their next look comes within 15 s by itself; here it comes at once.
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
      injected: `${poisoned} poisoned of ${jobs} jobs`,
      // The poisoned ones have other metadata: no key to look for.
      ledger: good,
      figures: { 'dead letters': dead },
    }
  },
})
