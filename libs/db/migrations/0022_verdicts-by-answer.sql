ALTER TABLE "responses" ADD COLUMN "knowledge_id" uuid;--> statement-breakpoint
-- What was decided before: the event of the response names the known answer.
UPDATE "responses" r SET "knowledge_id" = (e."detail" ->> 'sourceId')::uuid
FROM "question_events" e
WHERE e."question_id" = r."question_id" AND e."type" = 'QUESTION_AUTO_RESPONSE' AND e."detail" ? 'sourceId'
  AND r."type" = 'AutoResponse' AND r."quick_reply" IN ('ACCEPTED', 'REJECTED');--> statement-breakpoint
CREATE INDEX "responses_verdicts" ON "responses" USING btree ("company_id","knowledge_id","updated_at","quick_reply","question_id","id") WHERE "responses"."knowledge_id" is not null;--> statement-breakpoint
CREATE INDEX "automatic_answers_verdicts" ON "automatic_answers" USING btree ("company_id","knowledge_id","decided_at","quick_reply","user_id","id") WHERE "automatic_answers"."knowledge_id" is not null and "automatic_answers"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "automatic_answers_lately" ON "automatic_answers" USING btree ("company_id","created_at","knowledge_id","quick_reply");