ALTER TABLE "responses" ADD COLUMN "rating_system" jsonb;--> statement-breakpoint
-- Ratings so far: of the company's scale if it has that value, else of the default one.
set local role askline_maintenance;
--> statement-breakpoint
update responses r
set rating_system = case when c.settings -> 'ratingSystem' -> 'values' ? r.rating then c.settings -> 'ratingSystem'
  else '{"name": "FIVE_POINT", "order": "DESCENDING", "values": ["POSITIVE_5", "NEUTRAL_POSITIVE_5", "NEUTRAL_5", "NEUTRAL_NEGATIVE_5", "NEGATIVE_5"]}'
  end
from companies c
where c.id = r.company_id and (c.settings -> 'ratingSystem' -> 'values' ? r.rating
  or r.rating in ('POSITIVE_5', 'NEUTRAL_POSITIVE_5', 'NEUTRAL_5', 'NEUTRAL_NEGATIVE_5', 'NEGATIVE_5'));
--> statement-breakpoint
reset role;
