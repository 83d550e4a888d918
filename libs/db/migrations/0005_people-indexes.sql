CREATE INDEX "users_company" ON "users" USING btree ("company_id","id");--> statement-breakpoint
CREATE INDEX "users_staff_email" ON "users" USING btree ("email") WHERE "users"."role" <> 'user';