/** Made from the OpenAPI document by `npm run client:types`. Do not edit. */

export interface paths {
    "/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the first company and its first admin, with a setup token
         * @description Possible only while no company exists; later the answer is 404. Operators create further companies with `askline company create`. Unknown, replaced and expired tokens have the same answer. Wrong tokens from one network are delayed like wrong passwords.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the caller, with its scopes, company and the address of the socket
         * @description Required scope: `questions:read`. Allowed callers: integration, user, expert, agent, admin.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the caller's password and end their other sessions
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         *
         *     The session of this token and personal credentials stay valid. A wrong `currentPassword` counts as a failed sign-in. If the answer is lost, repeat the request with the same token and `Idempotency-Key`.
         */
        post: operations["changeOwnPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's active sessions, most recently used first, at most 100
         * @description Required scope: `questions:read`. Allowed callers: user, expert, agent, admin.
         *
         *     `isCurrent` is false for all sessions if the token has no session. A session of the widget is listed until its token expires.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/{uuid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session of the caller and all its tokens
         * @description Required scope: `questions:write`. Allowed callers: user, expert, agent, admin.
         */
        post: operations["endOwnSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/sessions/endOthers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all other sessions of the caller
         * @description Required scope: `questions:write`. Allowed callers: user, expert, agent, admin.
         */
        post: operations["endOtherSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a question, or 304 if nothing changed
         * @description Required scope: `questions:read`. Allowed callers: integration, user, expert, agent, admin.
         *
         *     If routing set an expert to AWAY after missed offers, reading an offered or open question sets them to AVAILABLE. Requests with `lastChecked` or `If-None-Match` do not.
         */
        get: operations["getQuestion"];
        /**
         * Change the text of a question
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        put: operations["editQuestion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the user's questions in condensed form
         * @description Required scope: `questions:read`. Allowed callers: integration, user, expert, agent, admin.
         */
        get: operations["listQuestions"];
        put?: never;
        /**
         * Ask a question
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["askQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/reroute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reroute a question to agents, as its asker
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["rerouteQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/reviewMarkAsResolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject an expert's mark-as-resolved, as the asker
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["reviewMarkAsResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a question
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["closeQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Expire a question
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["expireQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a question as an expert
         * @description Required scope: `expert`. Allowed callers: expert.
         *
         *     Only one of several concurrent calls succeeds; the others get 400 `already_claimed`. `error.takenBy` then names the expert who claimed it, if the caller could see the question until then.
         */
        post: operations["claimQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/composing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that the expert is writing, and renew the lease
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["renewLease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/relabel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the class of a question, so that the classifier learns it
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["relabelQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/questions/{uuid}/relabel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Correct the class of a question, so that the classifier learns it
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["relabelAsAdmin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a claim
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["releaseQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline an offer
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["declineQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/escalate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Escalate a question as an expert, first to another expert, then to agents
         * @description Required scope: `expert`. Allowed callers: expert.
         *
         *     If another expert could take the question now, it is released and offered to other experts for the second-opinion time of its category (`secondOpinionMs`, 3 minutes by default). The event is `QUESTION_RELEASED`. The question is then `UNRESOLVED` and not claimed, and an unanswered one shows NOTIFYING_EXPERTS_SYSTEM_MESSAGE again.
         *
         *     If no expert claims it in that time, or no other expert could take it, it is rerouted to agents with type `BY_EXPERT`. The event is `QUESTION_ESCALATED_BY_EXPERT`.
         */
        post: operations["escalateQuestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question as an expert
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["respond"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/markAsResolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a question as resolved, as its expert
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        post: operations["markAsResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a response as the answer
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["acceptResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/rate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rate a response
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["rateResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/markAsRead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all messages of a response as read
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["markAsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/confirmAutoResponse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept or reject an automatic response
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["confirmAutoResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/responses/{uuid}/testimonial": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a testimonial
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["addTestimonial"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Required scope: `questions:read`. Allowed callers: integration, user, expert, agent, admin.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Add a message
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin.
         */
        post: operations["addMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a text as HTML like a message, without storing it
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin.
         */
        post: operations["previewText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change the text of a message
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin.
         */
        put: operations["editMessage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/messages/{uuid}/markAsResolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject a mark-as-resolved, by the uuid of its message
         * @description Required scope: `questions:write`. Allowed callers: integration, user, expert, agent, admin. Every person, including experts and staff, acts as the asker of their own questions. Questions of others are 404.
         */
        post: operations["confirmMarkAsResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/questions/{uuid}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the internal notes of a question, oldest first
         * @description Required scope: `questions:read`. Allowed callers: expert, agent, admin.
         *
         *     Only the experts and agents of the question see notes. Askers and integrations never see them.
         */
        get: operations["listNotes"];
        put?: never;
        /**
         * Add an internal note for the experts and agents of a question
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         *
         *     A note does not change the question, and causes no event.
         */
        post: operations["addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the saved replies of the caller and of the company
         * @description Required scope: `questions:read`. Allowed callers: expert, agent, admin.
         */
        get: operations["listReplies"];
        put?: never;
        /**
         * Add a saved reply
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         */
        post: operations["createReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/replies/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a saved reply
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         */
        put: operations["updateReply"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/replies/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a saved reply
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         */
        post: operations["removeReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me/drafts/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the caller's draft for a question
         * @description Required scope: `questions:read`. Allowed callers: expert, agent, admin.
         */
        get: operations["getDraft"];
        /**
         * Store the caller's draft for a question
         * @description Required scope: `questions:write`. Allowed callers: expert, agent, admin.
         *
         *     An empty text deletes the draft. Send the version that you last read as `If-Match`. 412 means that the draft was changed on another device.
         */
        put: operations["saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the expert's own profile
         * @description Required scope: `expert`. Allowed callers: expert.
         */
        get: operations["getExpertProfile"];
        /**
         * Change the expert's availability, capacity, languages, topics or working hours
         * @description Required scope: `expert`. Allowed callers: expert.
         *
         *     Any request, even with an empty body, ends an AWAY that routing set after missed offers. AWAY and OFFLINE that a person chose stay until a request changes them.
         */
        put: operations["updateExpertProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/me/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the expert's own record of the last 30 and 90 days: offers, answers, ratings and promises
         * @description Required scope: `expert`. Allowed callers: expert.
         *
         *     The figures are computed on request from the questions, answers and offers that routing learns from. An offer belongs to the period in which it ended. The company deletes offers some time after their question was closed (`offersKeptMs`, 30 days by default). Deleted offers still count, by whole days in UTC, without their reasons.
         */
        get: operations["getExpertRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experts/me/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the expert's inbox: offered, claimed or answered questions
         * @description Required scope: `expert`. Allowed callers: expert.
         *
         *     `view=offered` lists two groups; `counts` of the first page has their sizes. Offers to the expert come first, least time left first; offers without an end or past their end follow. Then come questions that are open to every expert, oldest first, with `offer.isOpenToAll`. They are listed only during working hours. `view=claimed` lists the oldest question first, and `view=answered` the newest.
         *
         *     A page of a search by `text` examines up to 3,000 answers, so it may be short or empty although there are more. Request pages until `nextCursor` is null.
         *
         *     A cursor stays valid while the list changes. The next page begins after the position of the last question, even if that question has left the list. New questions may belong to an earlier page.
         */
        get: operations["getInbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the agents' queue, oldest first
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         */
        get: operations["getAgentQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer a question as an agent and take it over
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         */
        post: operations["addAgentMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions/{uuid}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the history of a question: its offers with reasons of experts, and its changes
         * @description Required scope: `agent`. Allowed callers: agent, admin.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions/{uuid}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a question as an agent, so that no other agent starts to answer it
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         *
         *     Only one of several concurrent calls succeeds; the others get 400 `already_taken`, and its message names the agent who took it. All agents see `takenBy`. Other agents may still answer, and thereby take over the question.
         */
        post: operations["takeAsAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions/{uuid}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a taken question to the agents' queue, at its original position
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         */
        post: operations["releaseAsAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions/{uuid}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a question as an agent
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         */
        post: operations["resolveByAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/agents/questions/{uuid}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a question as an agent
         * @description Required scope: `agent`. Allowed callers: integration, agent, admin.
         */
        post: operations["closeByAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/signIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a one-time code that signs a user of the company in to a browser
         * @description Required scope: `questions:write`. Allowed callers: integration.
         *
         *     Companies use it after they have authenticated the user themselves. Send the browser to `url`, or pass `code` to the widget. The code works once within 60 s; a second use ends the session. Removing the integration, its secret or the user ends the session. Experts, agents and admins sign in with their password, so they get 403 `forbidden`. Blocked users get 403 `blocked`.
         */
        post: operations["openAskerSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the receipts of forget requests, newest first
         * @description Required scope: `privacy`. Allowed callers: integration, admin.
         */
        get: operations["listForgetReceipts"];
        put?: never;
        /**
         * Forget a user and erase their data
         * @description Required scope: `privacy`. Allowed callers: integration, admin.
         */
        post: operations["forgetUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/forget/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the receipt of a forget request
         * @description Required scope: `privacy`. Allowed callers: integration, admin.
         */
        get: operations["getForgetReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/classifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Classify a text
         * @description Required scope: `answers`. Allowed callers: integration, user, admin.
         */
        get: operations["getClassification"];
        put?: never;
        /**
         * Classify a text
         * @description Required scope: `answers`. Allowed callers: integration, user, admin.
         */
        post: operations["classify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automaticAnswers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a known answer to a text
         * @description Required scope: `answers`. Allowed callers: integration, user, admin.
         */
        post: operations["findAutomaticAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/automaticAnswers/{uuid}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give feedback on an automatic answer, by its uuid or the uuid of its content
         * @description Required scope: `answers`. Allowed callers: integration, user, admin.
         */
        post: operations["judgeAutomaticAnswer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/predictiveRouting": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Predict which experts would be offered a question
         * @description Required scope: `routing:read`. Allowed callers: integration, admin.
         */
        post: operations["predictRouting"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find a known answer to a text (deprecated; use `POST /automaticAnswers`)
         * @deprecated
         * @description Required scope: `answers`. Allowed callers: integration, user, admin.
         */
        post: operations["getContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploaded files, newest first
         * @description Required scope: `training`. Allowed callers: integration, admin.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a training file; identical bytes return the existing file
         * @description Required scope: `training`. Allowed callers: integration, admin.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploaded files
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listManagedFiles"];
        put?: never;
        /**
         * Upload a training file
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["uploadManagedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the progress and result of an uploaded file
         * @description Required scope: `training`. Allowed callers: integration, admin.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/files/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an uploaded file
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getManagedFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a file and everything learned from its rows
         * @description Required scope: `training`. Allowed callers: integration, admin.
         */
        post: operations["removeFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/files/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an uploaded file
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["removeManagedFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/experts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's experts
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listManagedExperts"];
        put?: never;
        /**
         * Add an expert and create an invitation link, unless `invite` is false
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The link is returned once, works once, and is valid for seven days. The service sends no mail, so pass the link to the person. Another link, a block, a deactivation or forgetting the person invalidates it. Any pending request of the person for a new password is closed.
         */
        post: operations["createManagedExpert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/experts/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an expert
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getManagedExpert"];
        /**
         * Change or reactivate an expert
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateManagedExpert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/experts/{uuid}/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the record of an expert of the last 30 and 90 days
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The figures are computed on request from the questions, answers and offers that routing learns from. An offer belongs to the period in which it ended. The company deletes offers some time after their question was closed (`offersKeptMs`, 30 days by default). Deleted offers still count, by whole days in UTC, without their reasons.
         */
        get: operations["getManagedExpertRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/experts/{uuid}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate an expert
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["deactivateExpert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/experts/{uuid}/resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the password of an expert, end all tokens, and create a link for a new password
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The link is returned once, works once, and is valid for 24 hours. It invalidates an invitation of the person, and closes a pending request for a new password. A blocked or deactivated person is 400 `person_inactive`.
         */
        post: operations["resetExpertPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/staff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's agents and admins, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listStaff"];
        put?: never;
        /**
         * Add an agent or admin and create an invitation link, unless `invite` is false
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The link is returned once, works once, and is valid for seven days. The service sends no mail, so pass the link to the person. Another link, a block, a deactivation or forgetting the person invalidates it. Any pending request of the person for a new password is closed.
         */
        post: operations["createStaffMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/staff/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an agent or admin
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getStaffMember"];
        /**
         * Change the name, e-mail address or role of an agent or admin
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     A change of the role ends the tokens and sessions of the person; an open invitation stays valid. Admins cannot change their own role. A new address requires the same scopes as `resetPassword`, and invalidates the links of the person. To deactivate or reactivate a person, use `/admin/users/{uuid}/block` and `/unblock`.
         */
        put: operations["updateStaffMember"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/staff/{uuid}/resetPassword": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove the password of an agent or another admin, end all tokens, and create a link for a new password
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The link is returned once, works once, and is valid for 24 hours. It invalidates an invitation of the person, and closes a pending request for a new password. A blocked or deactivated person is 400 `person_inactive`.
         */
        post: operations["resetStaffPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/company": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the company and its settings
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getCompany"];
        /**
         * Change the company's name and settings
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateCompany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the first steps of a new company and whether each is done
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     CATEGORY: a category differs from the initial one. EXPERTS: three experts are active. INTEGRATION: an integration has a credential. WIDGET: the widget was opened in a page of `widgetOrigins`. ANSWER: an expert or agent answered a question, or an automatic answer was accepted. BACKUP: Postgres archived its log in the last day, and a base backup was made.
         */
        get: operations["getStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/start/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss the page of first steps for all admins of the company
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["dismissStart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's categories
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listCategories"];
        put?: never;
        /**
         * Add a category
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["createCategory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/categories/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a category
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getCategory"];
        /**
         * Change a category
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateCategory"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/knowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known answers
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Each page examines up to 3,000 known answers, so with a filter it may be short or empty although there are more. Request pages until `nextCursor` is null.
         */
        get: operations["listKnowledge"];
        put?: never;
        /**
         * Add a known answer
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["createKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/knowledge/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a known answer
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getKnowledge"];
        /**
         * Change a known answer
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateKnowledge"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/knowledge/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a known answer
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["removeKnowledge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of the classifier, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a version of the classifier with precision and recall by class, and its confused pairs
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getModel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/{uuid}/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of the classifier class by class
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["compareModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/{uuid}/pin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a version of the classifier and pin it
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["pinModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/{uuid}/unpin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpin a version of the classifier, so that training may replace it
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["unpinModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back to the previous version of the classifier and pin it
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["rollBackModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/models/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a version of the classifier that is not running, with its training data
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["removeModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/training": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the training settings
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getTraining"];
        /**
         * Change the training settings
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateTraining"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/answers/unanswered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Group the unanswered questions of the last 30 days by similarity, largest group first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listUnanswered"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/answers/precision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the required, expected and observed precision of classes and automatic answers, by category
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getAnswerPrecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/answers/rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known answers that most askers reject, or that are suspended for it
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listRejectedAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/answers/stale": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List known answers that were neither changed nor accepted for a long time
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listStaleAnswers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/answers/conflicts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups of known answers that differ although their questions are nearly the same
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listAnswerConflicts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's people, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Each page examines up to 3,000 people, so with `text` or `isBlocked` it may be short or empty although there are more. Request pages until `nextCursor` is null. `userEmail`, or an e-mail address as `text`, finds its person on the first page.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block a person and end their tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["blockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new invitation link for an expert, agent or another admin
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The link is returned once, works once, and is valid for seven days. The service sends no mail, so pass the link to the person. Another link, a block, a deactivation or forgetting the person invalidates it. Any pending request of the person for a new password is closed. The current password stays valid until the invitation is accepted. Requires the same scopes as `resetPassword`.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/unblock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unblock a person
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["unblockUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List personal credentials, including revoked ones
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listPersonalCredentials"];
        put?: never;
        /**
         * Create a personal credential for scripts and return its secret once
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["createPersonalCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/credentials/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the scopes and limits of a personal credential
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     You can add only scopes that your token has. Removing a scope revokes all tokens of the credential. You can lower limits; only an operator can exceed the default (`askline credential limit`). Limits take effect within seconds.
         */
        post: operations["updatePersonalCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/credentials/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a personal credential and its tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["revokePersonalCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the active sessions of a person, most recently used first, at most 100
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listSessionsOfUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/sessions/{sessionUuid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session of a person and all its tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Requires the same scopes as `resetPassword`. Personal credentials, and tokens that an integration obtained for the person, stay valid.
         */
        post: operations["endSessionOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{uuid}/sessions/endAll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all sessions of a person and their tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Requires the same scopes as `resetPassword`. Personal credentials, and tokens that an integration obtained for the person, stay valid.
         */
        post: operations["endSessionsOfUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the company's integrations
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listIntegrations"];
        put?: never;
        /**
         * Add an integration and return its secret once
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["createIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrations/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return an integration
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getIntegration"];
        /**
         * Change the name or redirect addresses of an integration
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateIntegration"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrations/{uuid}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new client id and secret, shown once, and end the earlier ones with their tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["rotateIntegrationSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrations/{uuid}/credentials/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the scopes and limits of a credential of an integration
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     You can add only scopes that your token has. Removing a scope revokes all tokens of the credential. You can lower limits; only an operator can exceed the default (`askline credential limit`). Limits take effect within seconds.
         */
        post: operations["updateIntegrationCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/integrations/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove an integration and end its tokens
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["removeIntegration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the audit log as CSV, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The filters are those of the list. A file has at most 50,000 entries; use `to` for older ones. Cells that a spreadsheet could run as a formula get an apostrophe in front.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the current state: open questions by stage, the last hour, experts, models and queues
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getLivePicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the company's questions, most recently changed first
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Each page examines up to 3,000 questions, so it may be short or empty although there are more. Request pages until `nextCursor` is null. A question that changes meanwhile moves to the first page, so later pages may miss it.
         */
        get: operations["searchQuestions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/questions/{uuid}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a question, oldest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listQuestionEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/questions/{uuid}/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain for each wave why experts were or were not offered the question, and list its deadlines
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["explainRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/promises": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how many promised answer times were kept
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["reportPromises"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the company's time and the progress of its last advance
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getClock"];
        put?: never;
        /**
         * Advance a sandbox's clock and process the deadlines in between
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dead letters, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listDeadLetters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/dead-letters/{uuid}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a dead letter
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["replayDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/dead-letters/{uuid}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Discard a dead letter
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["discardDeadLetter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/invariants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invariants of questions with current violations and recent repairs
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listInvariants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return the events after a cursor, oldest first
         * @description Required scope: `events:read`. Allowed callers: integration, admin.
         *
         *     Store `nextCursor` when you have processed the events, and send it as `after`. No event is missed or returned twice. The feed reaches 30 days back.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events after a cursor as server-sent events
         * @description Required scope: `events:read`. Allowed callers: integration, admin.
         *
         *     `id` is the cursor, `event` the type, and `data` a FeedEvent as JSON. After a reconnect, `Last-Event-ID` counts instead of `after`. A comment comes every 15 seconds. The stream ends before its token expires, or if more than 1 MB is unread. A credential may have 20 streams and waiting requests.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["listManagedWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The service sends each later event as a POST with a signature of the Standard Webhooks specification. Answer 2xx within 15 seconds. A failed delivery is repeated eight times within 28 hours. `secret` is returned once. A refused address is 400 `address_refused`, and `details` names the rule.
         */
        post: operations["createManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a webhook
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        get: operations["getManagedWebhook"];
        /**
         * Change a webhook
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        put: operations["updateManagedWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a webhook and its log
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["removeManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Both secrets sign for 24 hours, so that a receiver can change without a gap. Another rotation meanwhile ends the older one at once.
         */
        post: operations["rotateManagedWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event and return the answer of the receiver
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     The event has the type `WEBHOOK_TEST` and empty `data`. It is also sent while the webhook is paused or disabled. The log does not list it.
         */
        post: operations["testManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["pauseManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a paused or disabled webhook, with or without what it missed
         * @description Required scope: `admin`. Allowed callers: admin.
         */
        post: operations["enableManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries again, under the same ids
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Send `since` to repeat all events since a time, whether they were delivered or not. Send `deliveryUuids` to repeat some deliveries of the log.
         */
        post: operations["replayManagedWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/{uuid}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook with their attempts, newest first
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     Deliveries are kept for 30 days, and attempts for 7 days.
         */
        get: operations["listManagedDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/webhooks/deliveries/{uuid}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more, under the same id
         * @description Required scope: `admin`. Allowed callers: admin.
         *
         *     It is sent at once, also if it waits for another attempt or all deliveries wait for one to succeed, and gets all of its attempts again. While the webhook is not ACTIVE, it waits.
         */
        post: operations["resendManagedDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Add a webhook
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     The service sends each later event as a POST with a signature of the Standard Webhooks specification. Answer 2xx within 15 seconds. A failed delivery is repeated eight times within 28 hours. `secret` is returned once. A refused address is 400 `address_refused`, and `details` names the rule.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Return a webhook
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        get: operations["getWebhook"];
        /**
         * Change a webhook
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        put: operations["updateWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a webhook and its log
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        post: operations["removeWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     Both secrets sign for 24 hours, so that a receiver can change without a gap. Another rotation meanwhile ends the older one at once.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event and return the answer of the receiver
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     The event has the type `WEBHOOK_TEST` and empty `data`. It is also sent while the webhook is paused or disabled. The log does not list it.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a webhook
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        post: operations["pauseWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enable a paused or disabled webhook, with or without what it missed
         * @description Required scope: `webhooks`. Allowed callers: integration.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send deliveries again, under the same ids
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     Send `since` to repeat all events since a time, whether they were delivered or not. Send `deliveryUuids` to repeat some deliveries of the log.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{uuid}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook with their attempts, newest first
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     Deliveries are kept for 30 days, and attempts for 7 days.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries/{uuid}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more, under the same id
         * @description Required scope: `webhooks`. Allowed callers: integration.
         *
         *     It is sent at once, also if it waits for another attempt or all deliveries wait for one to succeed, and gets all of its attempts again. While the webhook is not ACTIVE, it waits.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/links/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the owner, purpose and expiry of a link without using it
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords.
         */
        post: operations["previewLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation by setting a name and password, and end all sessions of the person
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords. Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a link, and end all sessions of the person
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords. Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.
         */
        post: operations["setForgottenPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link to set a new password
         * @description The answer is the same for known and unknown addresses. Admins see the request of an expert, agent or admin until they make a link. A network may send at most ten requests per minute.
         */
        post: operations["forgotPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/links/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return the owner, purpose and expiry of a link without using it
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords.
         */
        post: operations["previewLinkAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation by setting a name and password, and end all sessions of the person
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords. Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.
         */
        post: operations["acceptInvitationAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a link, and end all sessions of the person
         * @description The token is the part of the link after `#`. Unknown, expired and used links have the same answer. The answer for a used or replaced invitation also names the person who can make another one. Wrong tokens from one network are delayed like wrong passwords. Pages of this service also get a session cookie, which signs the browser in. Other clients get no cookie.
         */
        post: operations["setForgottenPasswordAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link to set a new password
         * @description The answer is the same for known and unknown addresses. Admins see the request of an expert, agent or admin until they make a link. A network may send at most ten requests per minute.
         */
        post: operations["forgotPasswordAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the sign-in page for experts, agents and admins (authorization code with PKCE) */
        get: operations["showSignIn"];
        put?: never;
        /** Submit the form of the sign-in page */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/auth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the sign-in page for experts, agents and admins (authorization code with PKCE) */
        get: operations["showSignInAtRoot"];
        put?: never;
        /** Submit the form of the sign-in page */
        post: operations["signInAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/desk/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Show the page that ends a sign-in through `askline-desk` */
        get: operations["showReturn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session of this browser with the code of a sign-in through `askline-desk`
         * @description Ends the previous session of this browser.
         */
        post: operations["openSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session/asker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session of this browser with the code that a company's server created for its user
         * @description The answer sets a cookie unless `embedded` is true; the widget requests another code when its token expires. A session of another asker is 403 unless `replace` is true, which ends that session. A session of an expert, agent or admin is always 403, and the code is used up.
         */
        post: operations["openAskerSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session/asker/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Return the person of this session, and the person that a code would sign in, without using the code */
        post: operations["compareAskerSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session/asker/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invalidate a code without opening a session */
        post: operations["discardAskerCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Obtain an access token for the session of this browser, valid for ten minutes */
        post: operations["mintSessionToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/session/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End the session of this browser and all its tokens */
        post: operations["endSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Obtain an access token */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the bearer token, or the token in `token` (RFC 7009) */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the public keys that verify access tokens */
        get: operations["getJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Obtain an access token */
        post: operations["issueTokenAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the bearer token, or the token in `token` (RFC 7009) */
        post: operations["logoutAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the public keys that verify access tokens */
        get: operations["getJwksAtRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return the metadata of the authorization server */
        get: operations["getAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report whether the process is running */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report whether the service is ready for requests */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Report all health checks; the status is always 200 */
        get: operations["getStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/avatars/{uuid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return a drawn profile picture */
        get: operations["getAvatar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return this OpenAPI document */
        get: operations["getOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/asyncapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return the AsyncAPI document of the events of the socket */
        get: operations["getAsyncapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/postman.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Return a Postman collection of all requests */
        get: operations["getPostman"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @enum {string} */
        Abstention: "too_few_cases" | "precision_out_of_reach";
        AbstentionView: {
            /** @description `no_model`: no classes are known. `too_few_cases`: there are too few held-out examples to promise any precision. `precision_out_of_reach`: no confidence achieves the required precision. `not_sure_enough`: the confidence in the likeliest class is too low. */
            code: components["schemas"]["ClassAbstention"];
            /** @description The reason as a sentence, with the figures. */
            message: string;
        };
        AcceptInvitationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AcceptInvitationData"];
        };
        AcceptInvitationBody: {
            /** @description The token of the link: the part after `#`. */
            token: string;
            /**
             * @description The name, visible to askers in messages of the person. By default, the name stays.
             * @example Dora
             */
            name?: string;
            /** @description The new password, of any characters. A long sentence is better than a short mix. A password that is easy to guess, or contains the name, address or company of the person, is 400 `password_weak`. */
            password: string;
        };
        AcceptInvitationCompany: {
            /** @example bank */
            tag: string;
            /** @example Example Bank */
            name: string;
        };
        AcceptInvitationData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
            /**
             * @description The address with which the person signs in.
             * @example dora@example.com
             */
            email: string;
            /**
             * @description The name of the person.
             * @example Dora
             */
            name: string;
            role: components["schemas"]["AcceptInvitationRole"];
            company: components["schemas"]["AcceptInvitationCompany"];
        };
        /** @enum {string} */
        AcceptInvitationRole: "expert" | "agent" | "admin";
        AcceptResponseAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        AcceptResponseBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        ActionView: {
            /**
             * @description The action that the reader can take on this message.
             * @example accept
             */
            name: string;
            method: string;
            /** @description The path relative to the base address. */
            path: string;
        };
        AddAgentMessageAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["MessageView"];
        };
        AddAgentMessageBody: {
            /**
             * @description The e-mail address of the agent. Required for an integration.
             * @example dora@example.com
             */
            agentEmail?: string;
            /**
             * @description The name of the agent. Required if the address is new.
             * @example Dora
             */
            agentName?: string;
            /** @description The id in the client's own system. */
            externalId?: string;
            externalIds?: components["schemas"]["AddAgentMessageBodyExternalId"][];
            /** @description A UUID in the form 8-4-4-4-12. */
            questionUuid: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        AddAgentMessageBodyExternalId: {
            /** @description The id in the client's own system. */
            id: string;
            /** @description The public id of that system. */
            system?: string;
        };
        AddMessageAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["MessageView"];
        };
        AddMessageBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description The id in the client's own system. */
            externalId?: string;
            externalIds?: components["schemas"]["AddMessageBodyExternalId"][];
            /** @description A UUID in the form 8-4-4-4-12. */
            questionUuid?: string;
            /** @description A UUID in the form 8-4-4-4-12. */
            responseUuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The fence of the claim, for an expert. See `claim.fence` of the question. */
            fence?: number;
        };
        AddMessageBodyExternalId: {
            /** @description The id in the client's own system. */
            id: string;
            /** @description The public id of that system. */
            system?: string;
        };
        AddNoteAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["NoteView"];
        };
        AddNoteBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
        };
        AddTestimonialAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        AddTestimonialBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
        };
        AdvanceClockAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ClockAdvanceView"];
        };
        AdvanceClockBody: {
            /**
             * @description An ISO 8601 duration in weeks, days, hours, minutes and seconds, from PT1S to P31D.
             * @example PT8H
             */
            advance: string;
        };
        /** @enum {string} */
        AgentsRead: "ALL" | "QUEUE";
        /** @enum {string} */
        AnswerAbstention: "nothing_known" | "not_like_anything_known" | "another_class" | "another_language" | "too_few_cases" | "not_sure_enough" | "rejected" | "withdrawn";
        AnswerConflictView: {
            /** @description Two or more known answers, newest first. */
            knowledge: components["schemas"]["VersionedKnowledgeView"][];
        };
        AnswerContent: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            body: string;
            /** @description `body` rendered as HTML without scripts. */
            bodyHtml: string;
            author: components["schemas"]["AuthorView"];
        };
        AnswerPrecisionView: {
            /** @description Results for the default category at common precisions. */
            rules: components["schemas"]["AnswerRuleView"][];
            /** @description The default category first, then the others by name. At most 1,000. */
            categories: components["schemas"]["CategoryPrecisionView"][];
            lately: components["schemas"]["AnswersLatelyView"];
        };
        AnswerRuleView: {
            /** @description The required precision of the answers that are given. */
            precision: number;
            /** @description Number of test cases: judged questions that differ from the known question, and other wordings of a known answer. Each is answered without itself. */
            cases: number;
            /** @description The lowest confidence that achieves the precision, or null if no answer is given. */
            leastConfidence: number | null;
            /** @description The share of cases that reach this confidence, or 0 if no answer is given. A question that is nearly identical to a known one is answered in any case. */
            coverage: number;
            /** @description The precision above this confidence, with the assumed share of out-of-scope questions. Null if no answer is given. */
            expectedPrecision: number | null;
            /** @description The assumed share of questions without a known answer, or 0 if the cases contain no such questions. */
            outOfScopeShare: number;
            abstains: components["schemas"]["Abstention"] | null;
            /** @description Number of cases behind the decision to abstain, or null if a precision is promised. */
            casesFound: number | null;
            /** @description Number of cases that any promise needs. Null unless there are too few. */
            casesNeeded: number | null;
            /** @description The highest precision that can be promised. Null unless it is below the required precision. */
            precisionReached: number | null;
            /** @description The reason for abstaining as a sentence, with the figures. */
            message: string | null;
        };
        AnswersLatelyView: {
            /** @description Number of requested texts. */
            asked: number;
            /** @description Number of texts that got an answer. */
            answered: number;
            accepted: number;
            rejected: number;
            /** @description The share of accepted answers among those that were accepted or rejected, or null if there are none. */
            precision: number | null;
        };
        AskQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        AskQuestionBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /** @description The subject. By default it is derived from the text. */
            subject?: string;
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description The user's name. By default, a new user is named `Guest 7f3a`, with the last digits of their id.
             * @example Ada
             */
            userName?: string;
            /** @description The id in the client's own system. */
            externalId?: string;
            externalIds?: components["schemas"]["AskQuestionBodyExternalId"][];
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description The name of the category. By default, the company's default category. */
            questionCategory?: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
            /** @description A class obtained from `GET /classifications`. Null means no class. */
            predictedClass?: string | null;
            classification?: components["schemas"]["AskQuestionBodyClassification"];
        };
        AskQuestionBodyClassification: {
            /** @description A class obtained from `GET /classifications`. Null means no class. */
            predictedClass?: string | null;
            correlationId?: string;
        };
        AskQuestionBodyExternalId: {
            /** @description The id in the client's own system. */
            id: string;
            /** @description The public id of that system. */
            system?: string;
        };
        AskerSignInView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            userUuid: string;
            /** @description The code for the widget. Shown once; null if the answer is repeated for an Idempotency-Key. */
            code: string | null;
            /** @description The address of the page for the user, including the code. Null if `code` is null. */
            url: string | null;
            /** @description The time at which the code expires. */
            dateExpires: string;
        };
        /** @enum {string} */
        AuditAction: "sign_in" | "sign_out" | "token_reuse" | "own_password_changed" | "own_profile_updated" | "company_created" | "company_updated" | "staff_created" | "staff_updated" | "staff_password_reset" | "expert_created" | "expert_updated" | "expert_password_reset" | "expert_deactivated" | "person_invited" | "invitation_accepted" | "password_requested" | "password_reset" | "session_ended" | "other_sessions_ended" | "experts_imported" | "category_created" | "category_updated" | "knowledge_created" | "knowledge_updated" | "knowledge_removed" | "knowledge_imported" | "reply_created" | "reply_updated" | "reply_removed" | "file_uploaded" | "file_removed" | "model_pinned" | "model_unpinned" | "model_rolled_back" | "model_removed" | "training_changed" | "question_relabelled" | "user_blocked" | "user_unblocked" | "user_forgotten" | "forgotten_again" | "key_rotated" | "key_dropped" | "key_reencrypted" | "integration_created" | "integration_updated" | "integration_secret_rotated" | "integration_removed" | "credential_created" | "credential_revoked" | "credential_limited" | "credential_updated" | "token_issued" | "token_minted" | "token_revoked" | "clock_advanced" | "dead_letter_replayed" | "dead_letter_discarded" | "backup_restored" | "webhook_created" | "webhook_updated" | "webhook_removed" | "webhook_secret_rotated" | "webhook_paused" | "webhook_enabled" | "webhook_tested" | "webhook_replayed" | "webhook_delivery_resent";
        /** @enum {string} */
        AuditActorKind: "integration" | "user" | "expert" | "agent" | "admin" | "operator" | "nobody";
        AuditEntryActor: {
            kind: components["schemas"]["AuditActorKind"];
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string | null;
        };
        AuditEntryView: {
            /**
             * @description The id of the entry. Later entries have larger ids.
             * @example 4711
             */
            id: string;
            date: string;
            action: components["schemas"]["AuditAction"];
            outcome: components["schemas"]["AuditOutcome"];
            /**
             * @description The reason for the failure as a code.
             * @example wrong_password
             */
            reason: string | null;
            actor: components["schemas"]["AuditEntryActor"];
            /** @description The id of the person or object that the act changed. */
            targetId: string | null;
            /**
             * @description Names of the fields that the act changed, without their values.
             * @example [
             *       "settings.widgetColor"
             *     ]
             */
            fields: string[];
            /**
             * @description The client's IP address. It is reduced to its network (/24 for IPv4, /48 for IPv6) after 90 days. Null for acts on the command line, and after the person was forgotten.
             * @example 203.0.113.7
             */
            address: string | null;
            /** @description The first 200 characters of `User-Agent`. Null after the person was forgotten. */
            userAgent: string | null;
            correlationId: string | null;
        };
        /** @enum {string} */
        AuditOutcome: "success" | "failure";
        /** @enum {string} */
        AuthorType: "USER" | "EXPERT" | "AGENT" | "SYSTEM" | "AUTOMATIC";
        AuthorView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid?: string;
            /** @example Ada */
            name: string;
            /** @description The profile picture of an expert or agent, or null for a user. */
            avatarUrl: string | null;
            type: components["schemas"]["AuthorType"];
        };
        /** @description The reason for a missing `content`, or null if there is one. */
        AutomaticAnswerAbstains: {
            /** @description `nothing_known`: the company has no known answers. `not_like_anything_known`: no known question is similar. `another_class`, `another_language`: the most similar known answer has another class or language. `too_few_cases`: there are too few judged cases to promise any precision, and the text is not nearly identical to a known question. `not_sure_enough`: no answer is certain enough. `rejected`: verdicts of users contradict the required precision. `withdrawn`: the answer was removed during the request. */
            code: components["schemas"]["AnswerAbstention"];
            /** @description The reason as a sentence. */
            message: string;
        };
        /** @enum {string} */
        AutomaticAnswerResponseType: "AutoResponse";
        AutomaticAnswerResponseView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["AutomaticAnswerResponseType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            author: components["schemas"]["AuthorView"];
            messages: components["schemas"]["AnswerContent"][];
            isAccepted: boolean;
            rating: string | null;
            isViewedByUser: boolean;
            quickReply: components["schemas"]["QuickReply"];
        };
        AutomaticAnswerView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The class of the text, or null if no class is certain enough or the requested class is unknown. If the text is nearly identical to the known question of `content`, it is the class of `content`. */
            predictedClass: string | null;
            /** @description The estimated probability, 0 to 1, that `content` is right, adjusted by verdicts on it. It is 0 without `content`. `precision` applies to all answers together, so single answers may be less certain. While there are too few cases, a text that is nearly identical to a known question is answered from a confidence of 0.8. That ends when three users rejected the answer and its verdicts contradict `precision`. */
            confidence: number;
            content: components["schemas"]["AnswerContent"] | null;
            abstains: components["schemas"]["AutomaticAnswerAbstains"] | null;
        };
        /** @enum {string} */
        AutomaticFilter: "GIVEN" | "ACCEPTED" | "REJECTED" | "NONE";
        /** @enum {string} */
        Availability: "AVAILABLE" | "AWAY" | "OFFLINE";
        /** @enum {string} */
        AwayReason: "MISSED_OFFERS";
        BlockUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ManagedUserView"];
        };
        BlockUserBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        CategoryPrecisionAnswers: {
            expected: components["schemas"]["CategoryPrecisionAnswersExpected"] | null;
            observed: components["schemas"]["CategoryPrecisionAnswersObserved"];
        };
        CategoryPrecisionAnswersExpected: {
            /** @description Number of held-out cases behind the figures. */
            cases: number;
            /** @description The lowest confidence that achieves the precision, or null if no precision is promised. */
            leastConfidence: number | null;
            /** @description The share of questions that reach this confidence, or 0 if no precision is promised. */
            coverage: number;
            /** @description The expected precision, with the assumed share of out-of-scope questions. Null if no precision is promised. */
            expectedPrecision: number | null;
            /** @description The assumed share of out-of-scope questions, or 0 if the cases contain no such questions. */
            outOfScopeShare: number;
            abstains: components["schemas"]["Abstention"] | null;
            /** @description Number of cases behind the decision to abstain, or null if a precision is promised. */
            casesFound: number | null;
            /** @description Number of cases that any promise needs. Null unless there are too few. */
            casesNeeded: number | null;
            /** @description The highest precision that can be promised. Null unless it is below the required precision. */
            precisionReached: number | null;
            /** @description The reason that no precision is promised, with the figures. */
            message: string | null;
        };
        CategoryPrecisionAnswersObserved: {
            /** @description Number of automatic answers in the category that askers accepted or rejected in the last 30 days. */
            judged: number;
            /** @description Number of automatic answers that askers accepted. */
            right: number;
            /** @description `right` divided by `judged`, or null if nothing was judged. */
            precision: number | null;
        };
        CategoryPrecisionClasses: {
            expected: components["schemas"]["CategoryPrecisionClassesExpected"] | null;
            observed: components["schemas"]["CategoryPrecisionClassesObserved"];
        };
        CategoryPrecisionClassesExpected: {
            /** @description Number of held-out cases behind the figures. */
            cases: number;
            /** @description The lowest confidence that achieves the precision, or null if no precision is promised. */
            leastConfidence: number | null;
            /** @description The share of questions that reach this confidence, or 0 if no precision is promised. */
            coverage: number;
            /** @description The expected precision, with the assumed share of out-of-scope questions. Null if no precision is promised. */
            expectedPrecision: number | null;
            /** @description The assumed share of out-of-scope questions, or 0 if the cases contain no such questions. */
            outOfScopeShare: number;
            abstains: components["schemas"]["Abstention"] | null;
            /** @description Number of cases behind the decision to abstain, or null if a precision is promised. */
            casesFound: number | null;
            /** @description Number of cases that any promise needs. Null unless there are too few. */
            casesNeeded: number | null;
            /** @description The highest precision that can be promised. Null unless it is below the required precision. */
            precisionReached: number | null;
            /** @description The reason that no precision is promised, with the figures. */
            message: string | null;
        };
        CategoryPrecisionClassesObserved: {
            /** @description Number of questions with a predicted class in the last 30 days that a person gave a class afterwards. People correct wrong classes more often than they confirm right ones, so `precision` is a lower bound. */
            judged: number;
            /** @description Number of questions whose predicted class the person confirmed. `out_of_scope` counts as wrong. */
            right: number;
            /** @description `right` divided by `judged`, or null if nothing was judged. */
            precision: number | null;
        };
        CategoryPrecisionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Loans */
            name: string;
            /** @description The required precision: the setting `precision` of the category, or its default. */
            precision: number;
            classes: components["schemas"]["CategoryPrecisionClasses"];
            answers: components["schemas"]["CategoryPrecisionAnswers"];
        };
        /** @description Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused. */
        CategorySettingsView: {
            /** @description Time until an offer lapses and counts as missed, and the next wave is sent. Default: 90 s. */
            offerMs?: number;
            /** @description Experts per wave. After them the question is open to every eligible expert. Default: 3, 6, 12. */
            waveSizes?: number[];
            /**
             * @description Requirements on experts, relaxed step by step while the question is in routing. Routing skips a step that no active expert can meet. No requirement remains after the last step. Default: none.
             * @example [
             *       {
             *         "topicLevel": {
             *           "loans": 3
             *         },
             *         "certified": true,
             *         "forMs": 600000
             *       },
             *       {
             *         "certified": true,
             *         "forMs": 1800000
             *       },
             *       {}
             *     ]
             */
            requirements?: components["schemas"]["RequirementStepView"][];
            /** @description Units of capacity that a question takes from its holder while it waits for the expert. `ONE_TO_MANY` questions take none. Default: 1. */
            weight?: number;
            /** @description Units that a question takes from its holder while it waits for the asker, at most `weight`. Default: 0. */
            waitingWeight?: number;
            /** @description Age from which an expert's capacity is reserved for a question of more than one unit. Default: 10 min. */
            patienceMs?: number;
            /** @description Time in which another expert may take a question that one escalated, before agents get it. 0: agents get it at once. Default: 3 min. */
            secondOpinionMs?: number;
            /** @description Priority in the backlog. Each point counts as ten minutes of age, so every question is offered eventually. Default: 0. */
            priority?: number;
            weights?: components["schemas"]["CategorySettingsWeights"];
            /** @description Factor on the bonus of an expert who answered this asker before. 0: no bonus. Default: 1. */
            preference?: number;
            /** @description Share of waves whose last place goes to an expert with fewer than five answers. 0: never. Default: 0.1. */
            exploration?: number;
            /** @description Required precision of predicted classes and automatic answers. `/classifications` uses the default category's value. Default: 0.9. */
            precision?: number;
            /** @description Share of questions without a known class or answer up to which `precision` holds. Unless set, it is estimated from class verdicts, starting at the default. Default: 0.1. */
            outOfScopeShare?: number;
            /** @description Agents get a question at once if experts resolve it with a lower probability, judged from at least 200 past questions. 0: never. Default: 0. */
            leastChance?: number;
            /** @description Consecutive missed offers that make an expert AWAY. 0: never. Default: 3. */
            awayAfterMissed?: number;
            /** @description Time in which an automatic answer holds experts back. Default: 2 min. */
            autoHoldMs?: number;
            /** @description Time until a claim lapses without activity of its expert. Composing is activity. Default: 30 min. */
            leaseMs?: number;
            /** @description Duration of the experts' turn until agents get the question. Default: 8 h. */
            escalationMs?: number;
            /** @description Share of `escalationMs` after which the asker is prompted to reroute. Default: 0.6. */
            rerouteShare?: number;
            /** @description Share of promised answer times to keep. A higher share makes the promised times longer. Default: 0.8. */
            promiseShare?: number;
            /** @description Time after the last message by a person until a silent asker is asked whether an answered question is resolved. 0: never. Default: 4 days. */
            silenceMs?: number;
            /** @description Time until an unreviewed resolution counts as approved. Default: 3 days. */
            approvalMs?: number;
            /** @description Age at which a question without a response expires. Default: 7 days. */
            expiryMs?: number;
        };
        /** @description Factors on the learned weight of each ranking signal. Default: 1 each. */
        CategorySettingsWeights: {
            similar?: number;
            words?: number;
            activity?: number;
            record?: number;
            asker?: number;
            hour?: number;
            profile?: number;
            load?: number;
        };
        ChangeOwnPasswordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ChangeOwnPasswordData"];
        };
        ChangeOwnPasswordBody: {
            currentPassword: string;
            /** @description The new password, of any characters. A long sentence is better than a short mix. A password that is easy to guess, or contains the name, address or company of the person, is 400 `password_weak`. */
            newPassword: string;
        };
        ChangeOwnPasswordData: {
            uuid: string;
        };
        ClaimQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ClaimQuestionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        ClaimView: {
            /** @description The fencing token of the claim. Send it with later writes. A write with the fence of an earlier claim is refused as `claim_lost`. */
            fence: number;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            leaseUntil: string | null;
        };
        /** @description Numbers of questions that the expert holds. */
        ClaimedCounts: {
            /** @description Questions that wait for the expert. */
            toDo: number;
            /** @description Questions that wait for the asker. */
            waiting: number;
        };
        /** @enum {string} */
        ClassAbstention: "no_model" | "too_few_cases" | "precision_out_of_reach" | "not_sure_enough";
        ClassificationView: {
            /** @description The predicted class, or null if held-out examples do not promise the `precision` of the company's default category (0.9 by default). `abstains` then has the reason. */
            predictedClass: string | null;
            /** @description The estimated probability, 0 to 1, that the class is right. */
            confidence: number;
            abstains: components["schemas"]["AbstentionView"] | null;
            runnerUp: components["schemas"]["RunnerUpView"] | null;
            /** @description Up to five words of the text, in lower case, that favor the class over the runner-up, strongest first. Empty without a class. */
            decidedBy: string[];
            content: components["schemas"]["AnswerContent"] | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            /** @description The id of this prediction. Send it with the question as `classification.correlationId`. */
            correlationId: string;
            questionText: string;
        };
        ClassifyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ClassificationView"];
        };
        ClassifyBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
        };
        ClockAdvanceView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description An ISO 8601 duration.
             * @example PT8H
             */
            advance: string;
            /** @description Whether all deadlines up to `to` were processed. `GET /admin/clock` returns the progress. */
            isFinished: boolean;
            /** @description Number of deadlines processed so far. */
            moves: number;
            /**
             * @description The time of the clock before the advance. Null until earlier advances are finished.
             * @example 2026-01-31T09:30:00Z
             */
            from: string | null;
            /**
             * @description The time of the clock after the advance. Null until earlier advances are finished.
             * @example 2026-01-31T09:30:00Z
             */
            to: string | null;
            /** @description The company's current time. */
            now: string;
        };
        ClockView: {
            /** @description Whether the company is a sandbox, whose clock can be advanced. Its questions, answers and categories use that clock. People, credentials, tokens, files, models and the audit log use real time. */
            isSandbox: boolean;
            /** @description The company's current time. */
            now: string;
            /**
             * @description The difference to real time as an ISO 8601 duration.
             * @example P1DT8H
             */
            ahead: string;
            advance: components["schemas"]["ClockAdvanceView"] | null;
        };
        CloseByAgentAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        CloseByAgentBody: {
            /**
             * @description The e-mail address of the agent. Required for an integration.
             * @example dora@example.com
             */
            agentEmail?: string;
            /**
             * @description The name of the agent. Required if the address is new.
             * @example Dora
             */
            agentName?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        CloseQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        CloseQuestionBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The public id of one of the company's systems. It is not a secret. */
            integrationToken?: string;
        };
        /** @description The rating system of responses. Default: `FIVE_POINT`. */
        CompanySettingsRatingSystem: {
            /** @example STARS */
            name: string;
            /** @description DESCENDING: `values` are listed best first. ASCENDING: worst first. */
            order: components["schemas"]["RatingOrder"];
            /**
             * @example [
             *       "FIVE",
             *       "FOUR",
             *       "THREE",
             *       "TWO",
             *       "ONE"
             *     ]
             */
            values: string[];
        };
        /** @description Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused. */
        CompanySettingsView: {
            /**
             * @description The time zone of the company, by its IANA name. The pages propose it for working hours. Default: `UTC`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /** @description The language of the sign-in page and the widget for visitors whose browser prefers neither English nor German. It is also used for names of guests. Default: `en`. */
            language?: components["schemas"]["PageLanguage"];
            ratingSystem?: components["schemas"]["CompanySettingsRatingSystem"];
            /** @description Whether `bodyHtml` is rendered and sanitized Markdown. Otherwise it is plain text with links and line breaks. Default: false. */
            markdown?: boolean;
            /**
             * @description Words or phrases. Questions that contain one are rejected. Case and punctuation are ignored. Whole words are compared, except in Chinese, Japanese, Korean, Thai, Lao, Khmer and Myanmar script. Default: none.
             * @example [
             *       "lottery",
             *       "free money"
             *     ]
             */
            bannedKeywords?: string[];
            /**
             * @description Mail domains. Questions of users with an address in one of them, or in a subdomain, are rejected. Default: none.
             * @example [
             *       "spam.example"
             *     ]
             */
            bannedDomains?: string[];
            /**
             * @description Phrases. Questions that contain one go to agents at once. They are matched as in `bannedKeywords`. Default: none.
             * @example [
             *       "call an ambulance"
             *     ]
             */
            emergencyPhrases?: string[];
            /** @description Whether questions with a payment card number or an IBAN go to the agents and never to experts. Default: false. */
            flagPersonalData?: boolean;
            /** @description The questions that agents may read and take back. ALL: every question of the company. QUEUE: only questions that are or were with agents, because they were rerouted, flagged or taken back; others are 404. Admins read every question. Default: `ALL`. */
            agentsRead?: components["schemas"]["AgentsRead"];
            /**
             * @description Hosts of pictures that experts may set as `avatarUrl`, without subdomains. Pictures on other hosts are replaced by a drawn one, because askers load them. Default: none.
             * @example [
             *       "images.example.com"
             *     ]
             */
            avatarHosts?: string[];
            /**
             * @description Origins of the pages that may embed the widget. Only `https`, or `http` on `localhost` and `127.0.0.1`. No page may embed it if the list is empty. Default: none.
             * @example [
             *       "https://shop.example.com"
             *     ]
             */
            widgetOrigins?: string[];
            /**
             * @description Color of the widget's button. Its icon is black or white, whichever has more contrast. Default: `#1d4ed8`.
             * @example #13703f
             */
            widgetColor?: string;
            /** @description Side of the page for the widget's button. END is the right side, or the left side in right-to-left pages. Default: `END`. */
            widgetSide?: components["schemas"]["WidgetSide"];
            /**
             * @description Title of the widget. Default: in the language of the browser.
             * @example Ask the bank
             */
            widgetTitle?: string;
            /**
             * @description Text above the question field of the widget. Default: in the language of the browser.
             * @example Our experts answer within an hour.
             */
            widgetGreeting?: string;
            /** @description Maximum messages by people in a question. Agents are exempt. Default: 500. */
            maxMessages?: number;
            /** @description Time for which offers are kept after their question was closed. Default: 30 days. */
            offersKeptMs?: number;
        };
        CompareAskerSessionAnswer: {
            present: components["schemas"]["CompareAskerSessionAnswerPresent"] | null;
            next: components["schemas"]["CompareAskerSessionAnswerNext"];
        };
        CompareAskerSessionAnswerNext: {
            /** @example Ada */
            name: string;
            /** @description Whether both are the same person. */
            isPresent: boolean;
        };
        CompareAskerSessionAnswerPresent: {
            /** @example Ada */
            name: string;
            /** @description Whether the person is an expert, agent or admin. */
            isStaff: boolean;
        };
        CompareAskerSessionBody: {
            code: string;
        };
        CompareModelsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ModelComparisonView"];
        };
        CondensedQuestionState: {
            status: components["schemas"]["QuestionStatus"];
            numResponses: number;
            isClosed: boolean;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateClosed: string | null;
            isInteractionAllowed: boolean;
            rerouteStatus: components["schemas"]["RerouteStatus"];
            isAnswered: boolean;
        };
        CondensedQuestionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["QuestionType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description The time at which the question closes unless a person writes. An unanswered question expires then. For an answered one it is the last message plus `silenceMs` and `approvalMs` of the category. The asker is first asked whether it is resolved, and silence confirms it. A rerouted or closed question keeps its last date. Null if the category sets `silenceMs` to 0.
             * @example 2026-01-31T09:30:00Z
             */
            expirationDate: string | null;
            /** @description Whether an expert holds the question now. It ends when the expert releases or escalates it, the lease lapses, or the question is rerouted or closed. */
            isClaimed: boolean;
            /** @description Whether the author is an expert. */
            isExpert: boolean;
            ratingSystem: components["schemas"]["RatingSystem"];
            externalId: string | null;
            externalIds: components["schemas"]["ExternalId"][];
            metadata: components["schemas"]["Metadata"];
            languages: string[];
            questionCategory: string | null;
            companies: string[];
            takenBy?: components["schemas"]["TakenBy"];
            conversation?: components["schemas"]["Conversation"];
            state: components["schemas"]["CondensedQuestionState"];
        };
        ConfirmAutoResponseAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        ConfirmAutoResponseBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            quickReply: components["schemas"]["ConfirmAutoResponseBodyQuickReply"];
        };
        /** @enum {string} */
        ConfirmAutoResponseBodyQuickReply: "ACCEPTED" | "REJECTED";
        ConfirmMarkAsResolvedAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ConfirmMarkAsResolvedBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            confirm: boolean;
        };
        Conversation: {
            subject: string;
            text: string;
            textHtml: string;
            author: components["schemas"]["AuthorView"];
            messages: components["schemas"]["MessageView"][];
            responses: components["schemas"]["ResponseView"][];
            unreadMessageCount: number;
            /** @description The cursor for older messages, or null if the conversation is complete. A conversation of more than about 1 MB contains all system messages and the newest other ones. `GET /messages?questionUuid=…&cursor=…` returns the messages before them. */
            messagesCursor: string | null;
        };
        CreateCategoryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedCategoryView"];
        };
        CreateCategoryBody: {
            /**
             * @description The name, unique in the company.
             * @example Loans
             */
            name: string;
            type?: components["schemas"]["QuestionType"];
            /** @description true makes it the default category; false has no effect. */
            isDefault?: boolean;
            settings?: components["schemas"]["CreateCategoryBodySettings"];
        };
        /** @description Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused. */
        CreateCategoryBodySettings: {
            /** @description Time until an offer lapses and counts as missed, and the next wave is sent. Default: 90 s. */
            offerMs?: number;
            /** @description Experts per wave. After them the question is open to every eligible expert. Default: 3, 6, 12. */
            waveSizes?: number[];
            /**
             * @description Requirements on experts, relaxed step by step while the question is in routing. Routing skips a step that no active expert can meet. No requirement remains after the last step. Default: none.
             * @example [
             *       {
             *         "topicLevel": {
             *           "loans": 3
             *         },
             *         "certified": true,
             *         "forMs": 600000
             *       },
             *       {
             *         "certified": true,
             *         "forMs": 1800000
             *       },
             *       {}
             *     ]
             */
            requirements?: components["schemas"]["CreateCategoryBodySettingsRequirement"][];
            /** @description Units of capacity that a question takes from its holder while it waits for the expert. `ONE_TO_MANY` questions take none. Default: 1. */
            weight?: number;
            /** @description Units that a question takes from its holder while it waits for the asker, at most `weight`. Default: 0. */
            waitingWeight?: number;
            /** @description Age from which an expert's capacity is reserved for a question of more than one unit. Default: 10 min. */
            patienceMs?: number;
            /** @description Time in which another expert may take a question that one escalated, before agents get it. 0: agents get it at once. Default: 3 min. */
            secondOpinionMs?: number;
            /** @description Priority in the backlog. Each point counts as ten minutes of age, so every question is offered eventually. Default: 0. */
            priority?: number;
            weights?: components["schemas"]["CreateCategoryBodySettingsWeights"];
            /** @description Factor on the bonus of an expert who answered this asker before. 0: no bonus. Default: 1. */
            preference?: number;
            /** @description Share of waves whose last place goes to an expert with fewer than five answers. 0: never. Default: 0.1. */
            exploration?: number;
            /** @description Required precision of predicted classes and automatic answers. `/classifications` uses the default category's value. Default: 0.9. */
            precision?: number;
            /** @description Share of questions without a known class or answer up to which `precision` holds. Unless set, it is estimated from class verdicts, starting at the default. Default: 0.1. */
            outOfScopeShare?: number;
            /** @description Agents get a question at once if experts resolve it with a lower probability, judged from at least 200 past questions. 0: never. Default: 0. */
            leastChance?: number;
            /** @description Consecutive missed offers that make an expert AWAY. 0: never. Default: 3. */
            awayAfterMissed?: number;
            /** @description Time in which an automatic answer holds experts back. Default: 2 min. */
            autoHoldMs?: number;
            /** @description Time until a claim lapses without activity of its expert. Composing is activity. Default: 30 min. */
            leaseMs?: number;
            /** @description Duration of the experts' turn until agents get the question. Default: 8 h. */
            escalationMs?: number;
            /** @description Share of `escalationMs` after which the asker is prompted to reroute. Default: 0.6. */
            rerouteShare?: number;
            /** @description Share of promised answer times to keep. A higher share makes the promised times longer. Default: 0.8. */
            promiseShare?: number;
            /** @description Time after the last message by a person until a silent asker is asked whether an answered question is resolved. 0: never. Default: 4 days. */
            silenceMs?: number;
            /** @description Time until an unreviewed resolution counts as approved. Default: 3 days. */
            approvalMs?: number;
            /** @description Age at which a question without a response expires. Default: 7 days. */
            expiryMs?: number;
        };
        CreateCategoryBodySettingsRequirement: {
            /**
             * @description The minimum level of the expert in each topic, 1 to 5, checked against `topicLevels`.
             * @example {
             *       "loans": 3
             *     }
             */
            topicLevel?: {
                [key: string]: number;
            };
            /** @description If true, only certified or elite experts match. */
            certified?: boolean;
            /** @description If true, only elite experts match. */
            elite?: boolean;
            /** @description If true, only experts who are assigned to the question's category match. */
            companyCategory?: boolean;
            /** @description Duration of the step in ms, counted from the end of the previous step. Only the last step may omit it and is then permanent. */
            forMs?: number;
        };
        /** @description Factors on the learned weight of each ranking signal. Default: 1 each. */
        CreateCategoryBodySettingsWeights: {
            similar?: number;
            words?: number;
            activity?: number;
            record?: number;
            asker?: number;
            hour?: number;
            profile?: number;
            load?: number;
        };
        CreateIntegrationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["IntegrationSecretView"];
        };
        CreateIntegrationBody: {
            /** @description The public id, unique in the company: lower-case letters, digits, dots and dashes. */
            systemId: string;
            /**
             * @description The display name, shown to people when they sign in.
             * @example Shop
             */
            name: string;
            /** @description Addresses to which people return after signing in: https, or the scheme of an app. A request must match one exactly. */
            redirectUris?: string[];
        };
        CreateKnowledgeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedKnowledgeView"];
        };
        CreateKnowledgeBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            question: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            answer: string;
            /** @description The class of questions that it answers. */
            class?: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
            /** @description Uuids of the responses that it came from. It is suspended when one of them is contested, edited or forgotten. */
            sources?: string[];
        };
        CreateManagedExpertAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["CreateManagedExpertData"];
        };
        CreateManagedExpertBody: {
            /**
             * @description The address with which the expert signs in. Askers never see it.
             * @example bruno@example.com
             */
            email: string;
            /**
             * @description The display name, visible to askers.
             * @example Bruno
             */
            name: string;
            /** @description The address of a picture. It is used if its host is in the company setting `avatarHosts`; otherwise a drawn picture is. The service never fetches it. */
            avatarUrl?: string;
            availability?: components["schemas"]["Availability"];
            capacity?: number;
            languages?: string[];
            topics?: string[];
            /** @description The working hours. Null, the default, means any hour. */
            workingHours?: components["schemas"]["CreateManagedExpertBodyWorkingHours"] | null;
            isOfficial?: boolean;
            isCertified?: boolean;
            isElite?: boolean;
            /** @description The level in each topic, 1 to 5. Replaces all levels. Requirements of categories check it. */
            topicLevels?: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Replaces all earlier ones. Requirements of categories check it. */
            categories?: string[];
            /**
             * @description Whether to create an invitation link. An invited expert is OFFLINE until they accept it, unless `availability` is given.
             * @default true
             */
            invite?: boolean;
        };
        CreateManagedExpertBodyWorkingHours: {
            /** @example Europe/Berlin */
            timeZone: string;
            /** @description The shifts of a week. A shift whose end is not after its start ends on the next day. */
            days: components["schemas"]["CreateManagedExpertBodyWorkingHoursDay"][];
            /**
             * @description Dates without shifts.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays?: string[];
        };
        CreateManagedExpertBodyWorkingHoursDay: {
            /** @description The day of the week. 1 is Monday; 7 and 0 are Sunday. */
            day: number;
            /** @example 09:00 */
            from: string;
            /** @example 09:00 */
            to: string;
        };
        CreateManagedExpertData: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            /** @example bruno@example.com */
            email: string;
            avatarUrl: string;
            availability: components["schemas"]["Availability"];
            /** @description The reason that routing set the expert to AWAY. Null if a person chose the availability. This AWAY ends with the next claim, answer, message, sign of composing, request for an offered question, or `PUT /experts/me`. */
            awayReason: components["schemas"]["AwayReason"] | null;
            /**
             * @description The time since which the expert is AWAY or OFFLINE. Null while AVAILABLE.
             * @example 2026-01-31T09:30:00Z
             */
            awaySince: string | null;
            /** @description Consecutive missed offers. */
            missedOffers: number;
            /** @description Maximum units of open work. A claimed question takes one unit unless its category sets `weight`. */
            capacity: number;
            /** @description Units of capacity in use. A question that waits for the asker takes `waitingWeight` of its category, by default 0. The load may exceed the capacity when askers write. */
            load: number;
            claimed: components["schemas"]["ClaimedCounts"];
            languages: string[];
            topics: string[];
            /** @description The level of the expert in each topic, 1 to 5. Set by admins and checked by requirements of categories. */
            topicLevels: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Set by admins and checked by requirements. */
            categories: string[];
            workingHours: components["schemas"]["WorkingHours"] | null;
            isOfficial: boolean;
            isCertified: boolean;
            isElite: boolean;
            reputation: components["schemas"]["Reputation"];
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            /** @description A deactivated expert gets no offers and cannot sign in. */
            isActive: boolean;
            /** @description An ISO 8601 date and time. */
            lastActiveDate: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
            invitation: components["schemas"]["MadeLinkView"] | null;
        };
        CreateManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookSecretView"];
        };
        CreatePersonalCredentialAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["CreatePersonalCredentialData"];
        };
        CreatePersonalCredentialBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        CreatePersonalCredentialData: {
            /** @description The uuid of the owner. */
            uuid: string;
            clientId: string;
            /** @description The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted. */
            scopes: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together, or null for the default. */
            readsPerMinute: number | null;
            /** @description Writes per minute of all its tokens together, or null for the default. */
            writesPerMinute: number | null;
            dateCreated: string;
            /** @description The time of the revocation, or null. */
            dateRevoked: string | null;
            /** @description The secret. Shown once; null if the answer is repeated for an Idempotency-Key. */
            clientSecret: string | null;
        };
        CreateReplyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedReplyView"];
        };
        CreateReplyBody: {
            /**
             * @description The name of the reply in lists.
             * @example Reset a PIN
             */
            title: string;
            shortcut?: string | null;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description The owner. Only admins may use `COMPANY`.
             * @default ME
             */
            owner?: components["schemas"]["ReplyOwner"];
        };
        CreateStaffMemberAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["CreateStaffMemberData"];
        };
        CreateStaffMemberBody: {
            /**
             * @description The address to sign in with. Askers never see it.
             * @example dora@example.com
             */
            email: string;
            /**
             * @description The name, visible to askers in messages of the person.
             * @example Dora
             */
            name: string;
            /** @description The role. An agent answers questions that experts cannot answer. An admin also manages the company. */
            role: components["schemas"]["StaffRole"];
            /**
             * @description Whether to create an invitation link. An invited expert is OFFLINE until they accept it, unless `availability` is given.
             * @default true
             */
            invite?: boolean;
        };
        CreateStaffMemberData: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description The name, visible to askers in messages of the person.
             * @example Dora
             */
            name: string;
            /**
             * @description The address with which the person signs in.
             * @example dora@example.com
             */
            email: string;
            role: components["schemas"]["StaffRole"];
            /** @description A blocked person cannot sign in, and their credentials do not work. */
            isBlocked: boolean;
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
            invitation: components["schemas"]["MadeLinkView"] | null;
        };
        CreateWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookSecretView"];
        };
        DeactivateExpertAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedManagedExpertView"];
        };
        DeactivateExpertBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        /** @enum {string} */
        DeadLetterKind: "job" | "outbox" | "deadline";
        /** @enum {string} */
        DeadLetterOutcome: "replayed" | "discarded";
        DeadLetterView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description `job`: a job failed on every attempt. `outbox`: the queues refused a job. `deadline`: a deadline of a question failed. */
            kind: components["schemas"]["DeadLetterKind"];
            /**
             * @description The name of the job or deadline.
             * @example route-question
             */
            name: string;
            /**
             * @description The reason for the failure as a code.
             * @example postgres_23505
             * @example malformed_payload
             * @example stalled
             */
            reason: string;
            /**
             * @description The failure and the effects of a replay and a discard as sentences. A settled dead letter explains its outcome.
             * @example The routing of a question failed five times. A replay routes it again.
             */
            explanation: string;
            /** @description Whether a replay is possible. Settled dead letters, and those without enough stored data, cannot be replayed. */
            isReplayable: boolean;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid: string | null;
            attempts: number;
            dateCreated: string;
            outcome: components["schemas"]["DeadLetterOutcome"] | null;
            dateSettled: string | null;
        };
        /** @enum {string} */
        DeadlineName: "expiry" | "escalation" | "opinion" | "approval" | "silence" | "lease" | "hold" | "prompt" | "wave";
        DeclineQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["DeclineQuestionData"];
        };
        DeclineQuestionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description The reason as free text.
             * @example It concerns a contract that I cannot see.
             */
            reason?: string;
        };
        DeclineQuestionData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        DiscardAskerCodeAnswer: Record<string, never>;
        DiscardAskerCodeBody: {
            code: string;
        };
        DiscardDeadLetterAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["DeadLetterView"];
        };
        DiscardDeadLetterBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        /** @enum {string} */
        Discouragement: "no_experts" | "no_speaker" | "nobody_suits" | "hardly_resolved";
        /** @description The reason against routing, or null if `shouldRoute` is true. */
        DiscouragementView: {
            /** @description `no_experts`: the company has no active expert. `no_speaker`: no expert speaks the language. `nobody_suits`: no expert meets the requirements of the category. `hardly_resolved`: the confidence is below `leastChance` of the category, or below 0.3 if it is unset. */
            code: components["schemas"]["Discouragement"];
            /** @description The reason as a sentence, with the figures. */
            message: string;
        };
        DismissStartAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["DismissStartData"];
        };
        DismissStartBody: Record<string, never>;
        DismissStartData: {
            /** @description The uuid of the company. */
            uuid: string;
        };
        EditMessageAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["MessageView"];
        };
        EditMessageBody: {
            /**
             * @description The e-mail address of the author if it is a user. An integration must send this or `agentEmail`.
             * @example ada@example.com
             */
            userEmail?: string;
            /**
             * @description The e-mail address of the author if it is an agent. Requires the scope `agent`.
             * @example dora@example.com
             */
            agentEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        EditQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        EditQuestionBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        EnableManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        EnableWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        EndOtherSessionsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["EndOtherSessionsData"];
        };
        EndOtherSessionsBody: Record<string, never>;
        EndOtherSessionsData: {
            /** @description The uuid of the caller. */
            uuid: string;
        };
        EndOwnSessionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["EndOwnSessionData"];
        };
        EndOwnSessionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        EndOwnSessionData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
        };
        EndSessionAnswer: Record<string, never>;
        EndSessionOfUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["EndSessionOfUserData"];
        };
        EndSessionOfUserBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        EndSessionOfUserData: {
            /** @description The uuid of the person. */
            uuid: string;
        };
        EndSessionsOfUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["EndSessionsOfUserData"];
        };
        EndSessionsOfUserBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        EndSessionsOfUserData: {
            /** @description The uuid of the person. */
            uuid: string;
        };
        ErrorBody: {
            message: string;
            /** @description A stable code for programs. */
            code: string;
            details?: components["schemas"]["FaultDetail"][];
            takenBy?: components["schemas"]["ErrorBodyTakenBy"];
            invitedBy?: components["schemas"]["ErrorBodyInvitedBy"];
        };
        /** @description The admin or operator who made the invitation and can make another one. Present with `invitation_spent`. `name` is null for the operator, and for a person who is no longer an admin. */
        ErrorBodyInvitedBy: {
            kind: components["schemas"]["ErrorBodyInvitedByKind"];
            name: string | null;
        };
        /** @enum {string} */
        ErrorBodyInvitedByKind: "ADMIN" | "OPERATOR";
        /** @description The expert who claimed the question first, with `already_claimed`. Only for experts who could see the question until then. Absent if the answer is repeated for an Idempotency-Key. */
        ErrorBodyTakenBy: {
            name: string;
        };
        EscalateQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["EscalateQuestionData"];
        };
        EscalateQuestionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /**
             * @description The reason as free text.
             * @example It concerns a contract that I cannot see.
             */
            reason?: string;
        };
        EscalateQuestionData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        /** @enum {string} */
        EventType: "QUESTION_APPROVED" | "QUESTION_EDITED" | "QUESTION_FLAGGED_EMERGENCY" | "QUESTION_FLAGGED_PII" | "QUESTION_REJECTED_BY_KEYWORD" | "QUESTION_REJECTED_BY_DOMAIN" | "QUESTION_REJECTED_BY_BLOCKED_USER" | "QUESTION_REJECTED_BY_OPTED_OUT_USER" | "QUESTION_REJECTED_BY_PREDICTIVE_ROUTING" | "QUESTION_RESTORED" | "QUESTION_OFFERED" | "OFFER_CLOSED" | "QUESTION_CLAIMED" | "QUESTION_RELEASED" | "TAKEBACK" | "QUESTION_AUTO_RESPONSE" | "AUTO_RESPONSE_OPENED" | "AUTO_RESPONSE_REJECTED" | "QUESTION_FIRST_RESPONSE" | "QUESTION_RESPONSE" | "MESSAGE_ADDED" | "MESSAGE_EDITED" | "RESPONSE_READ" | "CUSTOMER_REROUTE_PROMPT" | "QUESTION_ESCALATED_BY_CUSTOMER" | "QUESTION_ESCALATED_BY_EXPERT" | "QUESTION_ESCALATED_BY_TIME" | "QUESTION_ESCALATED_BY_LANGUAGE" | "QUESTION_ESCALATED_BY_LACK_OF_EXPERTS" | "QUESTION_TAKEN_BY_AGENT" | "QUESTION_RELEASED_BY_AGENT" | "QUESTION_MARKED_AS_RESOLVED" | "RESOLUTION_CONTESTED" | "QUESTION_RESOLVED" | "QUESTION_RATED" | "TESTIMONIAL_ADDED" | "QUESTION_EXPIRED" | "QUESTION_CLOSED";
        ExpertRecordPeriod: {
            /**
             * @description Length of the period: 30 or 90 days.
             * @example 30
             */
            days: number;
            offers: components["schemas"]["ExpertRecordPeriodOffers"];
            answers: components["schemas"]["ExpertRecordPeriodAnswers"];
            ratings: components["schemas"]["ExpertRecordPeriodRatings"];
            promises: components["schemas"]["ExpertRecordPeriodPromises"];
            /** @description The five predicted classes in which most answers were resolved. */
            classes: components["schemas"]["ExpertRecordPeriodClass"][];
        };
        ExpertRecordPeriodAnswers: {
            /** @description Questions that the expert answered. */
            given: number;
            /** @description Answers after which experts resolved the question, unless the asker accepted the answer of another. */
            resolved: number;
            /** @description Time from the claim to the first answer, median in milliseconds; null if there was none. */
            medianAnswerMs: number | null;
        };
        ExpertRecordPeriodClass: {
            class: string;
            resolved: number;
        };
        /** @description Offers that ended in the period. */
        ExpertRecordPeriodOffers: {
            /** @description The sum of `claimed`, `declined`, `missed`, `withdrawn` and `open`. */
            received: number;
            /** @description Offers and questions open to all that the expert claimed or answered. */
            claimed: number;
            /** @description Offers that the expert declined. */
            declined: number;
            /** @description The five most frequent reasons of declined offers that are still stored. Null counts offers without a reason. */
            declineReasons: components["schemas"]["ExpertRecordPeriodOffersDeclineReason"][];
            /** @description Offers that ended without an answer. Questions open to all are never missed. */
            missed: number;
            /** @description Offers that ended in another way, mostly because another expert was faster. */
            withdrawn: number;
            /** @description Open offers of the expert. */
            open: number;
            /** @description Time from the offer to the claim, median in milliseconds; null if there was none. */
            medianClaimMs: number | null;
            /** @description Claims that the expert released. */
            released: number;
            /** @description Questions that the expert passed to another expert or to the agents. */
            escalated: number;
            /** @description Claims that ended because the expert was inactive for too long. */
            lapsed: number;
        };
        ExpertRecordPeriodOffersDeclineReason: {
            reason: string | null;
            count: number;
        };
        ExpertRecordPeriodPromises: {
            /** @description First answers within the time that the asker was promised. */
            kept: number;
            /** @description First answers after the promised time. */
            late: number;
        };
        ExpertRecordPeriodRatings: {
            /** @description Answers that were rated. */
            count: number;
            /** @description The average rating, from 0 (worst) to 1 (best). Null without ratings. */
            average: number | null;
        };
        ExpertRecordView: {
            /** @description Time in ms for which the company keeps offers after a question was closed. */
            offersKeptMs: number;
            /** @description The records of the last 30 and the last 90 days. */
            periods: components["schemas"]["ExpertRecordPeriod"][];
        };
        ExpertView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            avatarUrl: string;
            isOriginalPoster: boolean;
            isExpert: boolean;
            isOfficial: boolean;
            isCertified: boolean;
            isElite: boolean;
            reputation: components["schemas"]["Reputation"];
            /** @description An ISO 8601 date and time with milliseconds. */
            lastActiveDate: string;
        };
        ExpireQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ExpireQuestionBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        ExplainRoutingAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RoutingExplanationView"];
        };
        ExternalId: {
            /** @description The id in the client's own system. */
            id: string;
            /** @description The public id of that system. */
            system: string;
        };
        FaultDetail: {
            /** @description The path of the field, such as `text`, `externalIds.0.id` or `query.limit`. */
            field: string;
            /** @description The violated rule as a stable code, such as `required`, `maxLength` or `uuid`. */
            rule: string;
            message: string;
            /** @description A valid value: the most similar one, with the rules `timeZone` and `enum`, or the oldest cursor, with the rule `gone`. Absent if no value is similar. */
            suggestion?: string;
        };
        /**
         * @example {
         *       "cursor": "AZLT8HscfgeaUz8PDB0uPwAAAAAAAAMgAAAAAAABz1Zc",
         *       "type": "QUESTION_APPROVED",
         *       "timestamp": "2026-01-31T09:30:00Z",
         *       "data": {
         *         "questionUuid": "0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f",
         *         "version": 1,
         *         "lastUpdated": "2026-01-31T09:30:00Z",
         *         "externalIds": [
         *           {
         *             "id": "ticket-4711",
         *             "system": "shop"
         *           }
         *         ],
         *         "correlationId": "0f7c1c1e-1d2e"
         *       }
         *     }
         */
        FeedEvent: {
            /** @description The place after the event. Send it as `after` to read on from there. */
            cursor: string;
            type: components["schemas"]["FeedEventType"];
            /**
             * @description The time of the event, in the company's time.
             * @example 2026-01-31T09:30:00Z
             */
            timestamp: string;
            data: components["schemas"]["FeedEventData"];
        };
        FeedEventData: {
            /**
             * @description Present if the event is about a question.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid?: string;
            /** @description The version of the question after the change. Every change adds one. */
            version?: number;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated?: string;
            externalIds?: components["schemas"]["ExternalId"][];
            /** @description The `X-Correlation-Id` of the request that changed the question; null if no request did, for example a deadline. */
            correlationId?: string | null;
            /**
             * @description The person, with PERSON_FORGOTTEN.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            userUuid?: string;
            /**
             * @description The receipt of the erasure.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            receiptUuid?: string;
            /**
             * @description The known answer, with KNOWLEDGE_CHANGED.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            knowledgeUuid?: string;
            /**
             * @description The expert, with EXPERT_CHANGED.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            expertUuid?: string;
            /**
             * @description The category, with CATEGORY_CHANGED.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            categoryUuid?: string;
            /**
             * @description The webhook, with WEBHOOK_DISABLED.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            endpointUuid?: string;
            reason?: components["schemas"]["WebhookDisabledReason"];
        };
        /** @enum {string} */
        FeedEventType: "QUESTION_APPROVED" | "QUESTION_EDITED" | "QUESTION_FLAGGED_EMERGENCY" | "QUESTION_FLAGGED_PII" | "QUESTION_REJECTED_BY_KEYWORD" | "QUESTION_REJECTED_BY_DOMAIN" | "QUESTION_REJECTED_BY_BLOCKED_USER" | "QUESTION_REJECTED_BY_OPTED_OUT_USER" | "QUESTION_REJECTED_BY_PREDICTIVE_ROUTING" | "QUESTION_RESTORED" | "QUESTION_OFFERED" | "QUESTION_CLAIMED" | "QUESTION_RELEASED" | "TAKEBACK" | "QUESTION_AUTO_RESPONSE" | "AUTO_RESPONSE_OPENED" | "AUTO_RESPONSE_REJECTED" | "QUESTION_FIRST_RESPONSE" | "QUESTION_RESPONSE" | "MESSAGE_ADDED" | "MESSAGE_EDITED" | "RESPONSE_READ" | "CUSTOMER_REROUTE_PROMPT" | "QUESTION_ESCALATED_BY_CUSTOMER" | "QUESTION_ESCALATED_BY_EXPERT" | "QUESTION_ESCALATED_BY_TIME" | "QUESTION_ESCALATED_BY_LANGUAGE" | "QUESTION_ESCALATED_BY_LACK_OF_EXPERTS" | "QUESTION_TAKEN_BY_AGENT" | "QUESTION_RELEASED_BY_AGENT" | "QUESTION_MARKED_AS_RESOLVED" | "RESOLUTION_CONTESTED" | "QUESTION_RESOLVED" | "QUESTION_RATED" | "TESTIMONIAL_ADDED" | "QUESTION_EXPIRED" | "QUESTION_CLOSED" | "PERSON_FORGOTTEN" | "KNOWLEDGE_CHANGED" | "EXPERT_CHANGED" | "CATEGORY_CHANGED" | "WEBHOOK_DISABLED";
        FeedPage: {
            events: components["schemas"]["FeedEvent"][];
            /**
             * @description The place to read on from, as `after`. It also advances over events that `types` left out.
             * @example AZLT8HscfgeaUz8PDB0uPwAAAAAAAAMgAAAAAAABz1Zc
             */
            nextCursor: string;
        };
        FileFault: {
            /** @description A stable code. For FAILED: `worker_lost` if three workers in a row crashed, `could_not_be_read` or `training_failed` if reading or training failed three times. The dead letter has the cause. */
            code: string;
            message: string;
            line: number | null;
        };
        /** @enum {string} */
        FileFormat: "CSV" | "TSV" | "JSONL";
        FileNote: {
            code: components["schemas"]["FileNoteCode"];
            /** @description Number of affected classes, rows or texts. */
            count: number;
            /** @description The warning as a sentence. */
            message: string;
        };
        /** @enum {string} */
        FileNoteCode: "one_class" | "classes_too_small" | "rows_repeated" | "texts_of_several_classes";
        FileRefusal: {
            /** @description The line on which the row begins. The first line is 1. */
            line: number;
            /** @description The invalid column, or null if the whole row is invalid. */
            field: string | null;
            /**
             * @description A stable code.
             * @example text_missing
             */
            reason: string;
            /** @description The reason as a sentence that states the required format. */
            message: string;
        };
        /** @enum {string} */
        FileStatus: "QUEUED" | "READING" | "TRAINING" | "READY" | "REFUSED" | "FAILED";
        /** @enum {string} */
        FileType: "UTTERANCES" | "QA" | "HISTORY";
        FileView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["FileType"];
            /** @example questions.csv */
            name: string;
            format: components["schemas"]["FileFormat"] | null;
            sizeBytes: number;
            /** @description SHA-256 of the uploaded bytes, in hexadecimal. */
            sha256: string;
            /** @description QUEUED, READING, TRAINING, then READY. REFUSED: the file is invalid and nothing of it is used; see `fault`. FAILED: an internal error; nothing of it is used. */
            status: components["schemas"]["FileStatus"];
            /** @description The progress from the upload (0) to READY (1). */
            progress: number;
            /** @description Number of rows read, without the header and empty lines. */
            rowsRead: number;
            rowsAccepted: number;
            rowsRefused: number;
            /** @description The first 100 refused rows. */
            refused: components["schemas"]["FileRefusal"][];
            /** @description Number of refused rows by reason. */
            reasons: {
                [key: string]: number;
            };
            /** @description Warnings about rows with little training value, for UTTERANCES. Absent in lists of files. */
            notes?: components["schemas"]["FileNote"][];
            fault: components["schemas"]["FileFault"] | null;
            /** @description The accuracy of the model trained with this file, on held-out examples. Null before training, and if there are too few examples. */
            heldOutAccuracy: number | null;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            modelUuid: string | null;
            /** @description The decision about that model. With WORSE, PINNED or BY_HAND another model keeps running. Later trainings use the rows again until the file is removed. */
            modelVerdict: components["schemas"]["ModelVerdict"] | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateFinished: string | null;
        };
        FindAutomaticAnswerAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AutomaticAnswerView"];
        };
        FindAutomaticAnswerBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
            /** @description The name of the category whose `precision` applies. All categories share the same known answers. */
            questionCategory?: string;
            /** @description The class, if it is already known. Null means no class. */
            predictedClass?: string | null;
            /**
             * @description Metadata, with the same rules as for a question. It is validated but not stored.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The e-mail address of the asker. The text is erased when the asker is forgotten. Texts without an asker or without feedback are deleted after 90 days.
             * @example ada@example.com
             */
            userEmail?: string;
        };
        ForgetReceiptRemain: {
            code: components["schemas"]["ForgetReceiptRemainCode"];
            /** @description The remaining store as a sentence. */
            message: string;
        };
        /** @enum {string} */
        ForgetReceiptRemainCode: "rows" | "running_model" | "pinned_model" | "stored_models" | "memory";
        /**
         * @description ERASED: no row and no model contains data of the person, and workers have had ten seconds to reload. ERASING: see `remains`. NOT_FOUND: the company has no person with this address. Data of the person that arrives later, for example in a file or a restored backup, is erased.
         * @enum {string}
         */
        ForgetReceiptStatus: "ERASING" | "ERASED" | "NOT_FOUND";
        ForgetReceiptView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            status: components["schemas"]["ForgetReceiptStatus"];
            /** @description Stores that may still contain data of the person. Empty when ERASED. */
            remains: components["schemas"]["ForgetReceiptRemain"][];
            /** @description Number of erased rows by store. */
            erased: {
                [key: string]: number;
            };
            /** @description The webhooks that are told that the person was forgotten. */
            webhooks: components["schemas"]["ForgetReceiptWebhook"][];
            /** @description The time of the request. From then on the person is unknown and their tokens are invalid. */
            dateCreated: string;
            /** @description The time at which no row and no model contained data of the person. */
            dateErased: string | null;
        };
        ForgetReceiptWebhook: {
            /**
             * @description The webhook, which may have been removed since.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description DELIVERED: the receiver confirmed PERSON_FORGOTTEN. */
            status: components["schemas"]["WebhookDeliveryStatus"];
        };
        ForgetUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ForgetReceiptView"];
        };
        ForgetUserBody: {
            /**
             * @description The e-mail address of the person to forget.
             * @example ada@example.com
             */
            userEmail: string;
        };
        ForgotPasswordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ForgotPasswordData"];
        };
        ForgotPasswordBody: {
            /**
             * @description The address with which the person signs in.
             * @example ada@example.com
             */
            email: string;
            /** @description The tag of the company. By default, the request applies to every company with this address. */
            company?: string;
        };
        ForgotPasswordData: Record<string, never>;
        GetAgentQueueAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["GetAgentQueueData"];
        };
        GetAgentQueueData: {
            questions: components["schemas"]["InboxQuestionView"][];
            paging: components["schemas"]["Paging"];
        };
        GetAnswerPrecisionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AnswerPrecisionView"];
        };
        GetCategoryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedCategoryView"];
        };
        GetClassificationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ClassificationView"];
        };
        GetClockAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ClockView"];
        };
        GetCompanyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedCompanyView"];
        };
        GetContentAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AutomaticAnswerView"];
        };
        GetContentBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
            /** @description The name of the category whose `precision` applies. All categories share the same known answers. */
            questionCategory?: string;
            /** @description The class, if it is already known. Null means no class. */
            predictedClass?: string | null;
            /**
             * @description Metadata, with the same rules as for a question. It is validated but not stored.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description The e-mail address of the asker. The text is erased when the asker is forgotten. Texts without an asker or without feedback are deleted after 90 days.
             * @example ada@example.com
             */
            userEmail?: string;
        };
        GetDraftAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedDraftView"];
        };
        GetExpertProfileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedExpertProfileView"];
        };
        GetExpertRecordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ExpertRecordView"];
        };
        GetFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["FileView"];
        };
        GetForgetReceiptAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ForgetReceiptView"];
        };
        GetHistoryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionHistoryView"];
        };
        GetInboxAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["GetInboxData"];
        };
        GetInboxData: {
            questions: components["schemas"]["InboxQuestionView"][];
            paging: components["schemas"]["Paging"];
            counts?: components["schemas"]["InboxCounts"];
        };
        GetIntegrationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedIntegrationView"];
        };
        GetJwksAnswer: {
            keys: {
                [key: string]: unknown;
            }[];
        };
        GetKnowledgeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedKnowledgeView"];
        };
        GetLivePictureAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["LivePictureView"];
        };
        GetManagedExpertAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedManagedExpertView"];
        };
        GetManagedExpertRecordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ExpertRecordView"];
        };
        GetManagedFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["FileView"];
        };
        GetManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        GetMeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["MeView"];
        };
        GetModelAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ModelDetailView"];
        };
        GetQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        GetStaffMemberAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedStaffMemberView"];
        };
        GetStartAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["StartView"];
        };
        GetTrainingAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedTrainingSettingsView"];
        };
        GetWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        /** @description The sizes of both groups of offered questions, each counted up to 1000. Only on the first page of `view=offered`. */
        InboxCounts: {
            /** @description Questions that are offered to this expert. */
            own: number;
            /** @description Questions that are open to every expert and that this expert may take. */
            open: number;
        };
        InboxQuestionOffer: {
            /** @description The reason that the expert cannot take the question now, or null. `at_capacity`: it takes more units than the expert has left. */
            hindrance: components["schemas"]["InboxQuestionOfferHindrance"] | null;
            /** @description Whether the question is open to every eligible expert instead of offered to this one. */
            isOpenToAll: boolean;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateOffered: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateDue: string | null;
            /** @description Reasons for choosing this expert, as phrases. */
            reasons: string[];
            /** @description The codes of `reasons`, for translations. Null for a reason without a code. */
            reasonCodes: (string | null)[];
        };
        /** @enum {string} */
        InboxQuestionOfferHindrance: "at_capacity";
        InboxQuestionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["QuestionType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description The time at which the question closes unless a person writes. An unanswered question expires then. For an answered one it is the last message plus `silenceMs` and `approvalMs` of the category. The asker is first asked whether it is resolved, and silence confirms it. A rerouted or closed question keeps its last date. Null if the category sets `silenceMs` to 0.
             * @example 2026-01-31T09:30:00Z
             */
            expirationDate: string | null;
            /** @description Whether an expert holds the question now. It ends when the expert releases or escalates it, the lease lapses, or the question is rerouted or closed. */
            isClaimed: boolean;
            /** @description Whether the author is an expert. */
            isExpert: boolean;
            ratingSystem: components["schemas"]["RatingSystem"];
            externalId: string | null;
            externalIds: components["schemas"]["ExternalId"][];
            metadata: components["schemas"]["Metadata"];
            languages: string[];
            questionCategory: string | null;
            companies: string[];
            takenBy?: components["schemas"]["TakenBy"];
            conversation?: components["schemas"]["Conversation"];
            state: components["schemas"]["CondensedQuestionState"];
            claim?: components["schemas"]["ClaimView"];
            offer?: components["schemas"]["InboxQuestionOffer"];
        };
        IntegrationCredential: {
            clientId: string;
            /** @description The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted. */
            scopes: components["schemas"]["Scope"][];
            dateCreated: string;
            /** @description The time at which a rotated secret expires, or null. */
            dateEnds: string | null;
            /** @description Reads per minute of all its tokens together, or null for the default. */
            readsPerMinute: number | null;
            /** @description Writes per minute of all its tokens together, or null for the default. */
            writesPerMinute: number | null;
        };
        IntegrationSecretView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The public id of the system that the integration connects. */
            systemId: string;
            /** @example Shop */
            name: string;
            /** @description Addresses to which people return after signing in. */
            redirectUris: string[];
            /** @description The active client ids, oldest first. */
            clientIds: string[];
            /** @description The active secrets, oldest first. */
            credentials: components["schemas"]["IntegrationCredential"][];
            dateCreated: string;
            clientId: string;
            /** @description The client secret. Shown once; null if the answer is repeated for an Idempotency-Key. */
            clientSecret: string | null;
        };
        InvariantRepaired: {
            total: number;
            /** @description Number of repairs in the last 24 hours, counted by whole hours. */
            lastDay: number;
            lastDate: string | null;
        };
        InvariantView: {
            /** @example holder-has-lease */
            name: string;
            /**
             * @description The invariant as a sentence.
             * @example During the experts’ turn the holder of a question has a lease.
             */
            description: string;
            /** @description Number of current violations. */
            violations: number;
            repaired: components["schemas"]["InvariantRepaired"];
        };
        InviteUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["InviteUserData"];
        };
        InviteUserBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        InviteUserData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
            invitation: components["schemas"]["MadeLinkView"];
        };
        IssueTokenBody: {
            grant_type: components["schemas"]["IssueTokenBodyGrantType"];
            client_id?: string;
            client_secret?: string;
            /** @description The requested scopes, separated by spaces. By default, all scopes of the client. */
            scope?: string;
            /** @description The e-mail address of a user. The token acts only for this user. Only for integrations. */
            userEmail?: string;
            userName?: string;
            /** @description The code of the redirect, for `authorization_code`. It is valid for 60 s. */
            code?: string;
            /** @description The same value as in the authorization request, for `authorization_code`. */
            redirect_uri?: string;
            /** @description The PKCE verifier, required for `authorization_code` (RFC 7636). */
            code_verifier?: string;
            /** @description The refresh token, for `refresh_token`. It is valid once. A second use revokes all tokens of the session. */
            refresh_token?: string;
        };
        /** @enum {string} */
        IssueTokenBodyGrantType: "client_credentials" | "authorization_code" | "refresh_token";
        JudgeAutomaticAnswerAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AutomaticAnswerResponseView"];
        };
        JudgeAutomaticAnswerBody: {
            quickReply: components["schemas"]["JudgeAutomaticAnswerBodyQuickReply"];
            /**
             * @description The e-mail address of the person who gives the verdict. Only the latest verdict of each person counts. Anonymous verdicts all count.
             * @example ada@example.com
             */
            userEmail?: string;
        };
        /** @enum {string} */
        JudgeAutomaticAnswerBodyQuickReply: "ACCEPTED" | "REJECTED";
        /** @description The uploaded file that it came from. */
        KnowledgeFile: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            line: number;
        };
        /** @enum {string} */
        KnowledgeSource: "ADMIN" | "FILE" | "RESPONSE";
        /** @enum {string} */
        KnowledgeState: "GIVEN" | "SUSPENDED" | "BY_ADMIN" | "CONTESTED" | "EDITED" | "FORGOTTEN" | "REJECTED";
        /** @description The suspension, or null. A suspended answer is not used. It was suspended by an admin, because its source was contested, edited or forgotten, or because askers rejected it too often for `precision`. */
        KnowledgeSuspended: {
            reason: components["schemas"]["KnowledgeSuspension"];
            date: string;
        };
        /** @enum {string} */
        KnowledgeSuspension: "BY_ADMIN" | "CONTESTED" | "EDITED" | "FORGOTTEN" | "REJECTED";
        ListAnswerConflictsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListAnswerConflictsData"];
        };
        ListAnswerConflictsData: {
            /** @description Groups of conflicting answers. Answers in different languages do not conflict. Compares the newest 5,000 known answers, and returns up to 200 groups of up to ten answers. */
            conflicts: components["schemas"]["AnswerConflictView"][];
            paging: components["schemas"]["Paging"];
        };
        ListAuditAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListAuditData"];
        };
        ListAuditData: {
            entries: components["schemas"]["AuditEntryView"][];
            paging: components["schemas"]["Paging"];
        };
        ListCategoriesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListCategoriesData"];
        };
        ListCategoriesData: {
            categories: components["schemas"]["VersionedCategoryView"][];
            paging: components["schemas"]["Paging"];
        };
        ListDeadLettersAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListDeadLettersData"];
        };
        ListDeadLettersData: {
            deadLetters: components["schemas"]["DeadLetterView"][];
            paging: components["schemas"]["Paging"];
        };
        ListDeliveriesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListDeliveriesData"];
        };
        ListDeliveriesData: {
            deliveries: components["schemas"]["WebhookDeliveryView"][];
            paging: components["schemas"]["Paging"];
        };
        ListEventsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["FeedPage"];
        };
        ListFilesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListFilesData"];
        };
        ListFilesData: {
            files: components["schemas"]["FileView"][];
            paging: components["schemas"]["Paging"];
        };
        ListForgetReceiptsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListForgetReceiptsData"];
        };
        ListForgetReceiptsData: {
            receipts: components["schemas"]["ForgetReceiptView"][];
            paging: components["schemas"]["Paging"];
        };
        ListIntegrationsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListIntegrationsData"];
        };
        ListIntegrationsData: {
            integrations: components["schemas"]["VersionedIntegrationView"][];
            paging: components["schemas"]["Paging"];
        };
        ListInvariantsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListInvariantsData"];
        };
        ListInvariantsData: {
            invariants: components["schemas"]["InvariantView"][];
            paging: components["schemas"]["Paging"];
        };
        ListKnowledgeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListKnowledgeData"];
        };
        ListKnowledgeData: {
            knowledge: components["schemas"]["VersionedKnowledgeView"][];
            paging: components["schemas"]["Paging"];
        };
        ListManagedDeliveriesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListManagedDeliveriesData"];
        };
        ListManagedDeliveriesData: {
            deliveries: components["schemas"]["WebhookDeliveryView"][];
            paging: components["schemas"]["Paging"];
        };
        ListManagedExpertsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListManagedExpertsData"];
        };
        ListManagedExpertsData: {
            experts: components["schemas"]["VersionedManagedExpertView"][];
            paging: components["schemas"]["Paging"];
        };
        ListManagedFilesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListManagedFilesData"];
        };
        ListManagedFilesData: {
            files: components["schemas"]["FileView"][];
            paging: components["schemas"]["Paging"];
        };
        ListManagedWebhooksAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListManagedWebhooksData"];
        };
        ListManagedWebhooksData: {
            webhooks: components["schemas"]["VersionedWebhookEndpointView"][];
            paging: components["schemas"]["Paging"];
        };
        ListMessagesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListMessagesData"];
        };
        ListMessagesData: {
            messages: components["schemas"]["MessageView"][];
            paging: components["schemas"]["Paging"];
        };
        ListModelsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListModelsData"];
        };
        ListModelsData: {
            models: components["schemas"]["ModelView"][];
            paging: components["schemas"]["Paging"];
        };
        ListNotesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListNotesData"];
        };
        ListNotesData: {
            notes: components["schemas"]["NoteView"][];
            paging: components["schemas"]["Paging"];
        };
        ListOwnSessionsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListOwnSessionsData"];
        };
        ListOwnSessionsData: {
            sessions: components["schemas"]["SessionView"][];
        };
        ListPersonalCredentialsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListPersonalCredentialsData"];
        };
        ListPersonalCredentialsData: {
            credentials: components["schemas"]["PersonalCredentialView"][];
            paging: components["schemas"]["Paging"];
        };
        ListQuestionEventsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListQuestionEventsData"];
        };
        ListQuestionEventsData: {
            events: components["schemas"]["QuestionEventView"][];
            paging: components["schemas"]["Paging"];
        };
        ListQuestionsAnswer: {
            meta: components["schemas"]["Meta"];
            /** @description The same list as `data.questions`. Present if `externalId.id` is given. */
            questions?: components["schemas"]["CondensedQuestionView"][];
            data: components["schemas"]["ListQuestionsData"];
        };
        ListQuestionsData: {
            questions: components["schemas"]["CondensedQuestionView"][];
            paging: components["schemas"]["Paging"];
        };
        ListRejectedAnswersAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListRejectedAnswersData"];
        };
        ListRejectedAnswersData: {
            answers: components["schemas"]["RejectedAnswerView"][];
            paging: components["schemas"]["Paging"];
        };
        ListRepliesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListRepliesData"];
        };
        ListRepliesData: {
            replies: components["schemas"]["VersionedReplyView"][];
            paging: components["schemas"]["Paging"];
        };
        ListSessionsOfUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListSessionsOfUserData"];
        };
        ListSessionsOfUserData: {
            sessions: components["schemas"]["SessionView"][];
        };
        ListStaffAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListStaffData"];
        };
        ListStaffData: {
            staff: components["schemas"]["VersionedStaffMemberView"][];
            paging: components["schemas"]["Paging"];
        };
        ListStaleAnswersAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListStaleAnswersData"];
        };
        ListStaleAnswersData: {
            answers: components["schemas"]["StaleAnswerView"][];
            paging: components["schemas"]["Paging"];
        };
        ListUnansweredAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListUnansweredData"];
        };
        ListUnansweredData: {
            unanswered: components["schemas"]["UnansweredView"][];
            paging: components["schemas"]["Paging"];
        };
        ListUsersAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListUsersData"];
        };
        ListUsersData: {
            users: components["schemas"]["ManagedUserView"][];
            paging: components["schemas"]["Paging"];
        };
        ListWebhooksAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ListWebhooksData"];
        };
        ListWebhooksData: {
            webhooks: components["schemas"]["VersionedWebhookEndpointView"][];
            paging: components["schemas"]["Paging"];
        };
        ListedQuestionAsker: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            name: string;
        };
        /** @description The expert or agent who holds the question. */
        ListedQuestionHolder: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            name: string;
        };
        ListedQuestionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            subject: string;
            status: components["schemas"]["QuestionStatus"];
            /** @description WAITING: no expert is available now. OFFERED: offered to experts. CLAIMED: an expert works on it. ASKER: waits for the asker. AGENTS: agents have it. */
            stage: components["schemas"]["QuestionStage"];
            category: string;
            /** @description The predicted class, or the class that a person set. */
            class: string | null;
            /** @description The ISO 639-1 code of the language, or null if unknown. */
            language: string | null;
            asker: components["schemas"]["ListedQuestionAsker"];
            holder: components["schemas"]["ListedQuestionHolder"] | null;
            numResponses: number;
            /** @description The outcome of its newest automatic answer. */
            automatic: components["schemas"]["QuickReply"] | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /** @description The time of the last change, in real time. The list is ordered by it. */
            dateChanged: string;
        };
        LivePictureExperts: {
            /** @description Active experts who are AVAILABLE. */
            available: number;
            /** @description Active experts who are AWAY. */
            away: number;
            /** @description Active experts that routing set to AWAY after missed offers. */
            setAway: number;
            /** @description Questions that are offered to no expert although an AWAY expert could take them. */
            waitingForAway: number;
            /** @description Active experts who are OFFLINE. */
            offline: number;
            /** @description Units of capacity that active experts use. */
            load: number;
            /** @description Units of capacity of available experts. */
            capacity: number;
        };
        LivePictureLastHour: {
            /** @description Number of questions asked. */
            asked: number;
            /** @description Number of questions that got their first answer from an expert or agent. */
            answered: number;
            /** @description Number of questions rerouted to agents. */
            rerouted: number;
            /** @description Number of questions closed. */
            closed: number;
        };
        /** @description The running classifier. */
        LivePictureModel: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            version: number;
            /** @description The accuracy on held-out examples, 0 to 1. */
            accuracy: number;
            isPinned: boolean;
            dateCreated: string;
        };
        LivePictureOutbox: {
            /** @description Number of transactions whose jobs are not in the queues yet. */
            waiting: number;
            /** @description Age of the oldest of these transactions in ms. */
            oldestMs: number | null;
        };
        LivePictureStage: {
            stage: components["schemas"]["QuestionStage"];
            /** @description Number of open questions in this stage. */
            count: number;
            oldest: components["schemas"]["LivePictureStageOldest"] | null;
        };
        /** @description The oldest question in this stage. */
        LivePictureStageOldest: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
        };
        /** @description The training that is running or due. */
        LivePictureTraining: {
            /** @description The progress, 0 to 1. */
            progress: number;
            isRunning: boolean;
        };
        LivePictureView: {
            /** @description The company's current time. */
            now: string;
            /** @description All stages of open questions, including empty ones. */
            stages: components["schemas"]["LivePictureStage"][];
            lastHour: components["schemas"]["LivePictureLastHour"];
            experts: components["schemas"]["LivePictureExperts"];
            model: components["schemas"]["LivePictureModel"] | null;
            training: components["schemas"]["LivePictureTraining"] | null;
            /** @description Number of files that are queued or being read. */
            filesInWork: number;
            outbox: components["schemas"]["LivePictureOutbox"];
            /** @description Number of open dead letters. */
            deadLetters: number;
        };
        LogoutAnswer: Record<string, never>;
        LogoutBody: {
            /** @description The token to revoke. */
            token?: string;
            token_type_hint?: string;
            client_id?: string;
            client_secret?: string;
        };
        MadeLinkView: {
            /** @description The link. Shown once, so pass it to the person, who can set one password with it. Null if the answer is repeated for an Idempotency-Key. */
            url: string | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateExpires: string;
        };
        ManagedUserView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Ada */
            name: string;
            /** @description The e-mail address, or null after the person was forgotten. */
            email: string | null;
            role: components["schemas"]["Role"];
            isBlocked: boolean;
            dateCreated: string;
        };
        MarkAsReadAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        MarkAsReadBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        MarkAsResolvedAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        MarkAsResolvedBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The fence of the claim, from `claim.fence` of the question. */
            fence?: number;
        };
        MeCompany: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example bank */
            tag: string;
            /** @example Example Bank */
            name: string;
        };
        MeView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Ada */
            name: string;
            /** @description The e-mail address, or null for an integration. */
            email: string | null;
            role: components["schemas"]["PrincipalKind"];
            scopes: components["schemas"]["Scope"][];
            company: components["schemas"]["MeCompany"];
            /** @description The address of the notifier's socket, without the namespace. */
            socketUrl: string;
        };
        /** @enum {string} */
        MessageType: "MESSAGE" | "NOTIFYING_EXPERTS_SYSTEM_MESSAGE" | "ACCEPTED_RESPONSE_SYSTEM_MESSAGE" | "QUESTION_EXPIRED_SYSTEM_MESSAGE" | "QUESTION_CLOSED_SYSTEM_MESSAGE" | "QUESTION_REROUTED_SYSTEM_MESSAGE" | "ACCEPT_RESPONSE_SYSTEM_MESSAGE" | "CUSTOMER_REROUTE_PROMPT_SYSTEM_MESSAGE" | "MARK_AS_RESOLVED_MESSAGE" | "RATE_RESPONSE_SYSTEM_MESSAGE" | "ADD_TESTIMONIAL_SYSTEM_MESSAGE" | "ADDED_TESTIMONIAL_SYSTEM_MESSAGE" | "APPROVED_MARK_AS_RESOLVED_MESSAGE" | "CONTESTED_MARK_AS_RESOLVED_MESSAGE" | "QUESTION_REJECTED_BY_KEYWORD_SYSTEM_MESSAGE" | "QUESTION_REJECTED_BY_DOMAIN_SYSTEM_MESSAGE" | "AUTORESPONSE_MESSAGE" | "ACCEPTED_AUTORESPONSE_MESSAGE" | "REJECTED_AUTORESPONSE_MESSAGE";
        MessageView: {
            /** @description The sequence number of the message in the company. Later messages have larger numbers. */
            id: number;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["MessageType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            author: components["schemas"]["AuthorView"];
            body: string;
            /** @description `body` rendered as HTML without scripts. */
            bodyHtml: string;
            isViewedByUser: boolean;
            actions: components["schemas"]["ActionView"][];
            potentialExperts?: components["schemas"]["PotentialExperts"];
            externalId: string | null;
            externalIds: components["schemas"]["ExternalId"][];
            metadata?: components["schemas"]["Metadata"];
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            responseUuid: string | null;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid: string;
        };
        Meta: {
            version: string;
            correlationId: string;
            /** @description The company's time when the request arrived. Send it as `lastChecked` of the next list request. */
            serverTime: string;
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description A custom object, at most 16 KiB and 5 levels deep. */
        Metadata: {
            [key: string]: unknown;
        };
        MintSessionTokenAnswer: {
            access_token: string;
            token_type: string;
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            /** @description The granted scopes, separated by spaces. */
            scope: string;
        };
        /** @description The version that ran when this one was trained. Null if no version ran, or if its stored data could not be read. */
        ModelComparedWith: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description Number of examples that neither version learned from. */
            cases: number;
            /** @description The accuracy of this version on these examples. */
            accuracy: number;
            /** @description The accuracy of the version that ran then. */
            runningAccuracy: number;
        };
        ModelComparisonClass: {
            class: string;
            /** @description The precision of this version, or null if it does not know the class. */
            precision: number | null;
            /** @description The precision of the other version, or null if it does not know the class. */
            otherPrecision: number | null;
            /** @description The recall of this version, or null if it does not know the class. */
            recall: number | null;
            /** @description The recall of the other version, or null if it does not know the class. */
            otherRecall: number | null;
        };
        ModelComparisonConfusion: {
            actual: string;
            predicted: string;
            count: number;
            otherCount: number;
        };
        ModelComparisonView: {
            model: components["schemas"]["ModelView"];
            other: components["schemas"]["ModelView"];
            /** @description Classes with the largest difference in recall first. Each version is measured on its own held-out examples, so the examples differ. `comparedWith` compares both versions on the same examples. */
            classes: components["schemas"]["ModelComparisonClass"][];
            confusions: components["schemas"]["ModelComparisonConfusion"][];
        };
        /** @description The version that ran when this one was trained. Null if no version ran, or if its stored data could not be read. */
        ModelDetailComparedWith: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description Number of examples that neither version learned from. */
            cases: number;
            /** @description The accuracy of this version on these examples. */
            accuracy: number;
            /** @description The accuracy of the version that ran then. */
            runningAccuracy: number;
        };
        ModelDetailView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The version number, counted per company from 1. */
            version: number;
            /** @description Whether this version classifies texts. */
            isRunning: boolean;
            /** @description Whether the version is pinned. A pinned version keeps running until it is unpinned. */
            isPinned: boolean;
            /** @description Whether training data that existed when the version was trained was erased since. The version may have learned from it. A stale version can be neither pinned nor restored. */
            isStale: boolean;
            /** @description Number of training examples. Examples of a class that differ only in case, punctuation or white space count once. */
            examples: number;
            classes: number;
            /** @description Number of examples that it was measured on, by cross-validation. */
            heldOut: number;
            /** @description The accuracy on these examples, 0 to 1. */
            accuracy: number;
            /** @description The expected calibration error on these examples, 0 to 1. */
            calibrationError: number;
            /** @description The decision after training. */
            verdict: components["schemas"]["ModelVerdict"];
            comparedWith: components["schemas"]["ModelDetailComparedWith"] | null;
            sizeBytes: number;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            report: components["schemas"]["ModelReportView"];
        };
        ModelReportClass: {
            class: string;
            /** @description Number of held-out examples of the class. */
            examples: number;
            /** @description The share of right predictions among predictions of this class. */
            precision: number;
            /** @description The share of examples of this class that were predicted as this class. */
            recall: number;
        };
        ModelReportConfusion: {
            actual: string;
            predicted: string;
            count: number;
        };
        ModelReportReliability: {
            /** @description The lowest confidence of the bin. */
            from: number;
            /** @description The upper end of the bin. Only the last bin includes it. */
            to: number;
            /** @description Number of held-out examples predicted with a confidence in the bin. */
            cases: number;
            /** @description The mean confidence of these examples, or 0 without examples. */
            confidence: number;
            /** @description Number of right predictions. */
            right: number;
        };
        ModelReportRule: {
            /** @description The required precision of predicted classes. */
            precision: number;
            /** @description The lowest confidence that achieves the precision on held-out examples, or null if no class is predicted. */
            leastConfidence: number | null;
            /** @description The share of held-out examples that reach this confidence, or 0 if no class is predicted. */
            coverage: number;
            /** @description The precision above this confidence, with the assumed share of out-of-scope questions. Null if no class is predicted. */
            expectedPrecision: number | null;
            /** @description The assumed share of out-of-scope questions, or 0 if fewer than three classes are known. Omitted if no class is predicted. */
            outOfScopeShare?: number;
            /** @description The reason that no class is predicted at this precision: there are too few held-out examples, or no confidence achieves the precision. */
            abstains: components["schemas"]["Abstention"] | null;
            /** @description Number of cases behind the decision to abstain, or null if a precision is promised. */
            casesFound: number | null;
            /** @description Number of cases that any promise needs. Null unless there are too few. */
            casesNeeded: number | null;
            /** @description The highest precision that can be promised. Null unless it is below the required precision. */
            precisionReached: number | null;
            /** @description The reason as a sentence, with the figures. */
            message: string | null;
        };
        ModelReportView: {
            classes: components["schemas"]["ModelReportClass"][];
            /** @description Confused pairs of classes, most frequent first. At most 50. */
            confusions: components["schemas"]["ModelReportConfusion"][];
            /** @description The effect of a required `precision` on predicted classes. */
            rules: components["schemas"]["ModelReportRule"][];
            /** @description Ten equal bins of confidence, lowest first. Confidence is well calibrated if `right` divided by `cases` is close to `confidence`. */
            reliability: components["schemas"]["ModelReportReliability"][];
        };
        /** @enum {string} */
        ModelVerdict: "FIRST" | "NOT_WORSE" | "ALWAYS" | "ERASED" | "WORSE" | "PINNED" | "BY_HAND";
        ModelView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The version number, counted per company from 1. */
            version: number;
            /** @description Whether this version classifies texts. */
            isRunning: boolean;
            /** @description Whether the version is pinned. A pinned version keeps running until it is unpinned. */
            isPinned: boolean;
            /** @description Whether training data that existed when the version was trained was erased since. The version may have learned from it. A stale version can be neither pinned nor restored. */
            isStale: boolean;
            /** @description Number of training examples. Examples of a class that differ only in case, punctuation or white space count once. */
            examples: number;
            classes: number;
            /** @description Number of examples that it was measured on, by cross-validation. */
            heldOut: number;
            /** @description The accuracy on these examples, 0 to 1. */
            accuracy: number;
            /** @description The expected calibration error on these examples, 0 to 1. */
            calibrationError: number;
            /** @description The decision after training. */
            verdict: components["schemas"]["ModelVerdict"];
            comparedWith: components["schemas"]["ModelComparedWith"] | null;
            sizeBytes: number;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
        };
        NewWebhookEndpoint: {
            /** @example Warehouse */
            name: string;
            /**
             * @description The address to which events are sent. It must be https, have port 443 or 8443 and be public, unless `OUTBOUND_ALLOWED` of the service permits others.
             * @example https://shop.example.com/askline
             */
            url: string;
            /** @description Types of events, as in `GET /events`. PERSON_FORGOTTEN is always sent. */
            types?: string[];
            /** @description The format of the body. STANDARD by default. */
            format?: components["schemas"]["WebhookFormat"];
            /** @description Adds the condensed question, without texts, to the body. False by default, and always for SLACK and TEAMS. */
            includeState?: boolean;
        };
        NoteView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid: string;
            author: components["schemas"]["AuthorView"];
            text: string;
            /** @description `text` rendered as HTML without scripts. */
            textHtml: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
        };
        OauthError: {
            /** @description An error code of RFC 6749, or `blocked`, `temporarily_unavailable` or `server_error`. */
            error: string;
            error_description: string;
        };
        OauthToken: {
            access_token: string;
            token_type: string;
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            /** @description The granted scopes, separated by spaces. */
            scope: string;
            /** @description The refresh token, only after a sign-in. Each refresh returns a new one. */
            refresh_token?: string;
        };
        /** @enum {string} */
        OfferStatus: "pending" | "accepted" | "declined" | "timed_out" | "withdrawn";
        OpenAskerSessionAnswer: {
            access_token: string;
            token_type: string;
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            /** @description The granted scopes, separated by spaces. */
            scope: string;
        };
        OpenAskerSessionBody: {
            code: string;
            embedded?: components["schemas"]["OpenAskerSessionBodyEmbedded"];
            replace?: components["schemas"]["OpenAskerSessionBodyReplace"];
        };
        /** @enum {string} */
        OpenAskerSessionBodyEmbedded: "true";
        /** @enum {string} */
        OpenAskerSessionBodyReplace: "true";
        OpenAskerSignInAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["AskerSignInView"];
        };
        OpenAskerSignInBody: {
            /**
             * @description The e-mail address of the user who is signed in at your server. A new address creates a user.
             * @example ada@example.com
             */
            userEmail: string;
            /**
             * @description The user's name. By default, a new user is named `Guest 7f3a`, with the last digits of their id.
             * @example Ada
             */
            userName?: string;
        };
        OpenSessionAnswer: {
            access_token: string;
            token_type: string;
            /** @description Lifetime of the access token in seconds. */
            expires_in: number;
            /** @description The granted scopes, separated by spaces. */
            scope: string;
        };
        OpenSessionBody: {
            code: string;
            code_verifier: string;
            redirect_uri: string;
        };
        /** @enum {string} */
        PageLanguage: "en" | "de";
        Paging: {
            limit: number;
            /** @description The `cursor` of the next page, or null on the last page. A search may return short or empty pages before the last one. */
            nextCursor: string | null;
        };
        /** @enum {string} */
        PasswordLinkPurpose: "INVITATION" | "RESET";
        PauseManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        PauseManagedWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        PauseWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        PauseWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        PersonalCredentialView: {
            clientId: string;
            /** @description The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted. */
            scopes: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together, or null for the default. */
            readsPerMinute: number | null;
            /** @description Writes per minute of all its tokens together, or null for the default. */
            writesPerMinute: number | null;
            dateCreated: string;
            /** @description The time of the revocation, or null. */
            dateRevoked: string | null;
        };
        PinModelAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ModelView"];
        };
        PinModelBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        PotentialExperts: {
            /** @description Experts who were offered the question in this round, likeliest first: at most 21. */
            experts: components["schemas"]["ExpertView"][];
            /** @description Time that experts took to answer the last question, in milliseconds, as a string. "0" before the first answer. */
            lastResponseTimeInMillis: string;
            /** @description The promised time from the first offer to an answer in milliseconds, estimated from similar questions. Null if there are too few. */
            estimatedResponseTimeInMillis: number | null;
            /**
             * @description The expected time of the answer: the first offer plus the promised time. Later offers do not move it. Null if there are too few similar questions.
             * @example 2026-01-31T09:30:00Z
             */
            estimatedAnswerDate: string | null;
        };
        PredictRoutingAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RoutingPredictionView"];
        };
        PredictRoutingBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description An ISO 639-1 code.
             * @example en
             */
            language?: string;
            /** @description The name of the category whose settings apply. By default, the default category. */
            questionCategory?: string;
            /**
             * @description Metadata, with the same rules as for a question. It is validated but not stored.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * @description Maximum number of experts.
             * @default 10
             */
            limit?: number;
        };
        PreviewLinkAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["PreviewLinkData"];
        };
        PreviewLinkBody: {
            /** @description The token of the link: the part after `#`. */
            token: string;
        };
        PreviewLinkCompany: {
            /** @example bank */
            tag: string;
            /** @example Example Bank */
            name: string;
        };
        PreviewLinkData: {
            purpose: components["schemas"]["PasswordLinkPurpose"];
            company: components["schemas"]["PreviewLinkCompany"];
            role: components["schemas"]["PreviewLinkRole"];
            /**
             * @description The address with which the person signs in.
             * @example dora@example.com
             */
            email: string;
            /**
             * @description The name of the person.
             * @example Dora
             */
            name: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateExpires: string;
        };
        /** @enum {string} */
        PreviewLinkRole: "expert" | "agent" | "admin";
        PreviewTextAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["PreviewTextData"];
        };
        PreviewTextBody: {
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
        };
        PreviewTextData: {
            /** @description The text rendered as HTML without scripts. */
            bodyHtml: string;
        };
        /** @enum {string} */
        PrincipalKind: "integration" | "user" | "expert" | "agent" | "admin";
        ProblemDetails: {
            /** @description A URN that ends with the code. */
            type: string;
            /** @description A title that is fixed for each code. */
            title: string;
            status: number;
            /** @description The fault of this request; the same text as `message`. */
            detail: string;
            /** @description A URN that ends with the correlation id. */
            instance: string;
            message: string;
            /** @description A stable code for programs. */
            code: string;
            details?: components["schemas"]["FaultDetail"][];
            takenBy?: components["schemas"]["ProblemDetailsTakenBy"];
            invitedBy?: components["schemas"]["ProblemDetailsInvitedBy"];
            meta: components["schemas"]["Meta"];
        };
        /** @description The admin or operator who made the invitation and can make another one. Present with `invitation_spent`. `name` is null for the operator, and for a person who is no longer an admin. */
        ProblemDetailsInvitedBy: {
            kind: components["schemas"]["ProblemDetailsInvitedByKind"];
            name: string | null;
        };
        /** @enum {string} */
        ProblemDetailsInvitedByKind: "ADMIN" | "OPERATOR";
        /** @description The expert who claimed the question first, with `already_claimed`. Only for experts who could see the question until then. Absent if the answer is repeated for an Idempotency-Key. */
        ProblemDetailsTakenBy: {
            name: string;
        };
        PromiseReportCategory: {
            category: string;
            /** @description Number of promises kept: an expert answered in time. */
            kept: number;
            /** @description Number of promises broken: no expert answered in time, or the question went to agents because no expert would answer. */
            broken: number;
            /** @description Number of promises without an outcome, because the asker or the company closed the question before the answer was due. */
            void: number;
            /** @description Number of promises that are not due yet. */
            open: number;
            /** @description The share of kept promises among kept and broken ones, 0 to 1. Null if there are none. */
            keptShare: number | null;
        };
        PromiseReportView: {
            days: number;
            /** @description Number of promises kept: an expert answered in time. */
            kept: number;
            /** @description Number of promises broken: no expert answered in time, or the question went to agents because no expert would answer. */
            broken: number;
            /** @description Number of promises without an outcome, because the asker or the company closed the question before the answer was due. */
            void: number;
            /** @description Number of promises that are not due yet. */
            open: number;
            /** @description The share of kept promises among kept and broken ones, 0 to 1. Null if there are none. */
            keptShare: number | null;
            categories: components["schemas"]["PromiseReportCategory"][];
        };
        QuestionEventActor: {
            /** @description user, expert, agent, admin, integration or system. */
            kind: string;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string | null;
            /**
             * @description The name, or null for the system and integrations.
             * @example Bruno
             */
            name: string | null;
        };
        QuestionEventView: {
            /** @description The version of the question after the change. */
            seq: number;
            type: components["schemas"]["EventType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            actor: components["schemas"]["QuestionEventActor"];
            /** @description The correlation id of the request that caused the change, or null if a deadline did. */
            correlationId: string | null;
        };
        QuestionHistoryEvent: {
            type: components["schemas"]["EventType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            person: components["schemas"]["QuestionHistoryEventPerson"] | null;
        };
        QuestionHistoryEventPerson: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            name: string;
        };
        QuestionHistoryOffer: {
            expert: components["schemas"]["QuestionHistoryOfferExpert"];
            status: components["schemas"]["OfferStatus"];
            /** @description The expert's reason, or the reason that the offer or claim ended. */
            reason: string | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateOffered: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateClosed: string | null;
        };
        QuestionHistoryOfferExpert: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            name: string;
        };
        QuestionHistoryView: {
            /** @description The uuid of the question. */
            uuid: string;
            /** @description Up to 200 offers, oldest first. */
            offers: components["schemas"]["QuestionHistoryOffer"][];
            /** @description The newest 200 changes, oldest first. */
            events: components["schemas"]["QuestionHistoryEvent"][];
        };
        /** @enum {string} */
        QuestionStage: "WAITING" | "OFFERED" | "CLAIMED" | "ASKER" | "AGENTS" | "CLOSED";
        QuestionState: {
            status: components["schemas"]["QuestionStatus"];
            numResponses: number;
            isClosed: boolean;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateClosed: string | null;
            isInteractionAllowed: boolean;
            rerouteStatus: components["schemas"]["RerouteStatus"];
        };
        /** @enum {string} */
        QuestionStatus: "UNRESOLVED" | "RESOLVED" | "EXPIRED" | "INAPPROPRIATE" | "WITHDRAW" | "FLAGGED" | "CLOSED_BY_ESCALATION" | "CLOSED_BY_COMPANY";
        /** @enum {string} */
        QuestionType: "ONE_TO_ONE" | "ONE_TO_MANY";
        QuestionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            type: components["schemas"]["QuestionType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description The time at which the question closes unless a person writes. An unanswered question expires then. For an answered one it is the last message plus `silenceMs` and `approvalMs` of the category. The asker is first asked whether it is resolved, and silence confirms it. A rerouted or closed question keeps its last date. Null if the category sets `silenceMs` to 0.
             * @example 2026-01-31T09:30:00Z
             */
            expirationDate: string | null;
            /** @description Whether an expert holds the question now. It ends when the expert releases or escalates it, the lease lapses, or the question is rerouted or closed. */
            isClaimed: boolean;
            /** @description Whether the author is an expert. */
            isExpert: boolean;
            ratingSystem: components["schemas"]["RatingSystem"];
            externalId: string | null;
            externalIds: components["schemas"]["ExternalId"][];
            metadata: components["schemas"]["Metadata"];
            languages: string[];
            questionCategory: string | null;
            companies: string[];
            takenBy?: components["schemas"]["TakenBy"];
            conversation: components["schemas"]["Conversation"];
            state: components["schemas"]["QuestionState"];
            claim?: components["schemas"]["ClaimView"];
        };
        /** @enum {string} */
        QuickReply: "PENDING" | "OPENED" | "ACCEPTED" | "REJECTED";
        RateResponseAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        RateResponseBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description One of the question's `ratingSystem.values`. */
            rating: string;
        };
        /** @enum {string} */
        RatingOrder: "DESCENDING" | "ASCENDING";
        RatingSystem: {
            /** @example FIVE_POINT */
            name: string;
            /** @description DESCENDING: `values` are listed best first. ASCENDING: worst first. */
            order: components["schemas"]["RatingOrder"];
            /** @description The accepted values of `rating`. */
            values: string[];
        };
        /** @description The suspension. REJECTED: at least three users rejected it, and its verdicts contradict the `precision` of the company's default category. It is used again after `PUT /admin/knowledge/{uuid}` with `isSuspended: false`, or when later verdicts support it. */
        RejectedAnswerSuspended: {
            reason: components["schemas"]["KnowledgeSuspension"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
        };
        RejectedAnswerView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            question: string;
            answer: string;
            /** @description Number of users who judged it since its last change. Each anonymous verdict counts as one user. */
            shown: number;
            /** @description Number of users whose latest verdict rejects it. */
            rejected: number;
            suspended: components["schemas"]["RejectedAnswerSuspended"] | null;
        };
        RelabelAsAdminAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RelabelAsAdminData"];
        };
        RelabelAsAdminBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The class of the question, as in training files. `out_of_scope` means no class. */
            class: string;
        };
        RelabelAsAdminData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
            class: string;
        };
        RelabelQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RelabelQuestionData"];
        };
        RelabelQuestionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The class of the question, as in training files. `out_of_scope` means no class. */
            class: string;
        };
        RelabelQuestionData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
            class: string;
        };
        ReleaseAsAgentAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ReleaseAsAgentBody: {
            /**
             * @description The e-mail address of the agent. Required for an integration.
             * @example dora@example.com
             */
            agentEmail?: string;
            /**
             * @description The name of the agent. Required if the address is new.
             * @example Dora
             */
            agentName?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        ReleaseQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ReleaseQuestionData"];
        };
        ReleaseQuestionBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        ReleaseQuestionData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveFileData"];
        };
        RemoveFileBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveFileData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveIntegrationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveIntegrationData"];
        };
        RemoveIntegrationBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveIntegrationData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveKnowledgeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveKnowledgeData"];
        };
        RemoveKnowledgeBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveKnowledgeData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveManagedFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveManagedFileData"];
        };
        RemoveManagedFileBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveManagedFileData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveManagedWebhookData"];
        };
        RemoveManagedWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveManagedWebhookData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveModelAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveModelData"];
        };
        RemoveModelBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveModelData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveReplyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveReplyData"];
        };
        RemoveReplyBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveReplyData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RemoveWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RemoveWebhookData"];
        };
        RemoveWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        RemoveWebhookData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        RenewLeaseAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RenewLeaseData"];
        };
        RenewLeaseBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        RenewLeaseData: {
            /** @description The uuid of the question. */
            uuid: string;
        };
        /** @enum {string} */
        ReplaceRule: "NOT_WORSE" | "ALWAYS" | "BY_HAND";
        ReplayDeadLetterAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["DeadLetterView"];
        };
        ReplayDeadLetterBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        ReplayManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        ReplayWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        /** @enum {string} */
        ReplyOwner: "ME" | "COMPANY";
        ReportPromisesAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["PromiseReportView"];
        };
        Reputation: {
            /** @description A whole number, as a string. */
            numberOfAnswers: string;
            /** @description The mean of all ratings, 0 to 1, as a string with two decimals. "0" without ratings. */
            helpfulnessScore: string;
        };
        RequirementStepView: {
            /**
             * @description The minimum level of the expert in each topic, 1 to 5, checked against `topicLevels`.
             * @example {
             *       "loans": 3
             *     }
             */
            topicLevel?: {
                [key: string]: number;
            };
            /** @description If true, only certified or elite experts match. */
            certified?: boolean;
            /** @description If true, only elite experts match. */
            elite?: boolean;
            /** @description If true, only experts who are assigned to the question's category match. */
            companyCategory?: boolean;
            /** @description Duration of the step in ms, counted from the end of the previous step. Only the last step may omit it and is then permanent. */
            forMs?: number;
        };
        RequirementView: {
            /**
             * @description The minimum level of the expert in each topic, 1 to 5, checked against `topicLevels`.
             * @example {
             *       "loans": 3
             *     }
             */
            topicLevel?: {
                [key: string]: number;
            };
            /** @description If true, only certified or elite experts match. */
            certified?: boolean;
            /** @description If true, only elite experts match. */
            elite?: boolean;
            /** @description If true, only experts who are assigned to the question's category match. */
            companyCategory?: boolean;
        };
        /** @enum {string} */
        RerouteCause: "rarely_resolved" | "unsupported_language" | "no_expert";
        RerouteQuestionAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        RerouteQuestionBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description One of the question's `companies`. */
            companyTag?: string;
            /**
             * @description The reason as free text.
             * @example It concerns a contract that I cannot see.
             */
            reason?: string;
        };
        RerouteStatus: {
            isRerouted: boolean;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateRerouted: string | null;
            /** @description The cause of the reroute. `BY_AGENT`: an agent took a question that no expert had claimed or answered. Absent if the question was flagged. */
            type?: components["schemas"]["RerouteType"];
            /** @description The reason given by the person who rerouted it. Visible to staff and integrations only. */
            reason?: string;
        };
        /** @enum {string} */
        RerouteType: "BY_POSTER" | "BY_EXPERT" | "BY_INACTIVITY" | "BY_UNSUPPORTED_LANGUAGE" | "BY_LACK_OF_EXPERTS" | "BY_AGENT";
        ResendDeliveryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["WebhookDeliveryView"];
        };
        ResendDeliveryBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        ResendManagedDeliveryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["WebhookDeliveryView"];
        };
        ResendManagedDeliveryBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        ResetExpertPasswordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResetExpertPasswordData"];
        };
        ResetExpertPasswordBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        ResetExpertPasswordData: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            /** @example bruno@example.com */
            email: string;
            avatarUrl: string;
            availability: components["schemas"]["Availability"];
            /** @description The reason that routing set the expert to AWAY. Null if a person chose the availability. This AWAY ends with the next claim, answer, message, sign of composing, request for an offered question, or `PUT /experts/me`. */
            awayReason: components["schemas"]["AwayReason"] | null;
            /**
             * @description The time since which the expert is AWAY or OFFLINE. Null while AVAILABLE.
             * @example 2026-01-31T09:30:00Z
             */
            awaySince: string | null;
            /** @description Consecutive missed offers. */
            missedOffers: number;
            /** @description Maximum units of open work. A claimed question takes one unit unless its category sets `weight`. */
            capacity: number;
            /** @description Units of capacity in use. A question that waits for the asker takes `waitingWeight` of its category, by default 0. The load may exceed the capacity when askers write. */
            load: number;
            claimed: components["schemas"]["ClaimedCounts"];
            languages: string[];
            topics: string[];
            /** @description The level of the expert in each topic, 1 to 5. Set by admins and checked by requirements of categories. */
            topicLevels: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Set by admins and checked by requirements. */
            categories: string[];
            workingHours: components["schemas"]["WorkingHours"] | null;
            isOfficial: boolean;
            isCertified: boolean;
            isElite: boolean;
            reputation: components["schemas"]["Reputation"];
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            /** @description A deactivated expert gets no offers and cannot sign in. */
            isActive: boolean;
            /** @description An ISO 8601 date and time. */
            lastActiveDate: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
            reset: components["schemas"]["MadeLinkView"];
        };
        ResetStaffPasswordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResetStaffPasswordData"];
        };
        ResetStaffPasswordBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        ResetStaffPasswordData: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description The name, visible to askers in messages of the person.
             * @example Dora
             */
            name: string;
            /**
             * @description The address with which the person signs in.
             * @example dora@example.com
             */
            email: string;
            role: components["schemas"]["StaffRole"];
            /** @description A blocked person cannot sign in, and their credentials do not work. */
            isBlocked: boolean;
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
            reset: components["schemas"]["MadeLinkView"];
        };
        ResolveByAgentAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ResolveByAgentBody: {
            /**
             * @description The e-mail address of the agent. Required for an integration.
             * @example dora@example.com
             */
            agentEmail?: string;
            /**
             * @description The name of the agent. Required if the address is new.
             * @example Dora
             */
            agentName?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        RespondAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ResponseView"];
        };
        RespondBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The fence of the claim, from `claim.fence` of the question. */
            fence?: number;
            /** @description The id in the client's own system. */
            externalId?: string;
            externalIds?: components["schemas"]["RespondBodyExternalId"][];
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text: string;
            /**
             * @description A custom object, at most 16 KiB as JSON and 5 levels deep. Send numbers beyond ±9007199254740991 as strings.
             * @example {
             *       "channel": "app",
             *       "plan": "gold"
             *     }
             */
            metadata?: {
                [key: string]: unknown;
            };
        };
        RespondBodyExternalId: {
            /** @description The id in the client's own system. */
            id: string;
            /** @description The public id of that system. */
            system?: string;
        };
        /** @enum {string} */
        ResponseType: "EXPERT" | "AGENT" | "AutoResponse";
        ResponseView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid: string;
            type: components["schemas"]["ResponseType"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            author: components["schemas"]["AuthorView"];
            messages: components["schemas"]["MessageView"][];
            isAccepted: boolean;
            rating: string | null;
            /** @description The scale of `rating`, which the company may have changed since. Null without a rating. */
            ratingSystem: components["schemas"]["RatingSystem"] | null;
            isViewedByUser: boolean;
            quickReply: components["schemas"]["QuickReply"] | null;
        };
        ReviewMarkAsResolvedAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        ReviewMarkAsResolvedBody: {
            /**
             * @description The e-mail address of the acting user. Required for an integration.
             * @example ada@example.com
             */
            userEmail?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description true approves; false rejects. */
            confirm: boolean;
            /** @description A UUID in the form 8-4-4-4-12. */
            messageUuid?: string;
        };
        RevokePersonalCredentialAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["RevokePersonalCredentialData"];
        };
        RevokePersonalCredentialBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description The client id of the credential. */
            clientId: string;
        };
        RevokePersonalCredentialData: {
            /** @description The uuid of the owner. */
            uuid: string;
            clientId: string;
            /** @description The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted. */
            scopes: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together, or null for the default. */
            readsPerMinute: number | null;
            /** @description Writes per minute of all its tokens together, or null for the default. */
            writesPerMinute: number | null;
            dateCreated: string;
            /** @description The time of the revocation, or null. */
            dateRevoked: string | null;
        };
        /** @enum {string} */
        Role: "user" | "expert" | "agent" | "admin";
        RollBackModelAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ModelView"];
        };
        RollBackModelBody: {
            /** @description The uuid of the running version. */
            uuid?: string;
        };
        RotateIntegrationSecretAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["IntegrationSecretView"];
        };
        RotateIntegrationSecretBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description Time in ms for which the earlier secrets and their tokens keep working. 24 hours by default. Send 0 for a leaked secret. */
            overlapMs?: number;
        };
        RotateManagedWebhookSecretAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookSecretView"];
        };
        RotateWebhookSecretAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookSecretView"];
        };
        /** @enum {string} */
        RoutingDecisionKind: "wave" | "wait" | "reroute";
        RoutingExplanationDeadline: {
            name: components["schemas"]["DeadlineName"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            /** @description The effect of the deadline as a sentence. */
            task: string;
        };
        RoutingExplanationDecision: {
            kind: components["schemas"]["RoutingDecisionKind"];
            /** @description The routing round. It increases each time the question returns to routing. */
            round: number;
            /** @description The wave within the round, or 0 before the first wave. */
            wave: number;
            /** @description The time of the decision. For a repeated decision, the last time. */
            date: string;
            /** @description Number of consecutive times that routing decided the same. */
            times: number;
            /** @description The version of the routing rules, and a hash of the settings in force. */
            policyVersion: string;
            /** @description The decision as a sentence. */
            explanation: string;
            /** @description Number of experts who were offered the question by this decision. */
            asked: number;
            /** @description Number of experts of the company. */
            considered: number;
            /** @description The language that experts must speak, or null for any. */
            language: string | null;
            requirement: components["schemas"]["RequirementView"] | null;
            /** @description Whether the question became open to all eligible experts. */
            isOpenToAll: boolean;
            /** @description The reason that agents got the question. Null for a wave or wait. */
            cause: components["schemas"]["RerouteCause"] | null;
            facts: components["schemas"]["RoutingExplanationDecisionFacts"];
            /** @description Up to 50 experts: ranked ones first, best first, then others. */
            experts: components["schemas"]["RoutingExplanationDecisionExpert"][];
            /** @description Number of further experts by verdict. */
            others: components["schemas"]["RoutingExplanationDecisionOther"][];
        };
        RoutingExplanationDecisionExpert: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            verdict: components["schemas"]["RoutingExplanationDecisionExpertVerdict"];
            /** @description The reason for or against the expert as a sentence. */
            explanation: string;
            /** @description Reasons for choosing the expert, strongest first. */
            reasons: string[];
            /** @description The codes of `reasons`, for translations. Null for a reason without a code. */
            reasonCodes: (string | null)[];
            unmet: components["schemas"]["RequirementView"] | null;
            /** @description The expert's reason for declining. */
            declineReason: string | null;
            /** @description A score for comparison within one decision. Higher is better. */
            score: number | null;
            /** @description The parts of the score, without zeros. */
            features: {
                [key: string]: number;
            };
            /** @description The outcome of the offer. */
            outcome: components["schemas"]["OfferStatus"] | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateOffered: string | null;
            /** @description The time at which the offer was accepted, declined, timed out or withdrawn. */
            dateSettled: string | null;
        };
        /** @enum {string} */
        RoutingExplanationDecisionExpertVerdict: "offered" | "ranked_below" | "withheld" | "asker" | "declined" | "offer_open" | "already_offered" | "at_capacity" | "kept_free" | "outside_hours" | "away" | "offline" | "requirement_unmet" | "other_language" | "inactive";
        /** @description Facts about the question. */
        RoutingExplanationDecisionFacts: {
            /** @description The class predicted from the text. */
            predictedClass?: string;
            classConfidence?: number;
            /** @description The promised time to an answer in ms. */
            promisedMs?: number;
            promiseBasis?: components["schemas"]["RoutingExplanationDecisionFactsPromiseBasis"];
            /** @description Number of past questions behind the promise. */
            promiseCases?: number;
            /** @description The estimated probability that experts resolve the question, 0 to 1. */
            chance?: number;
            /** @description The minimum probability that the category requires (`leastChance`). */
            leastChance?: number;
            /** @description Number of past questions behind the probability. */
            chanceCases?: number;
            /**
             * @description Requirements that were skipped, because no active expert could meet them.
             * @example [
             *       {
             *         "topicLevel": {
             *           "loans": 5
             *         }
             *       }
             *     ]
             */
            passedOver?: components["schemas"]["RequirementView"][];
            /** @description Time in ms from `date` until the requirement relaxes. Absent if it does not. */
            relaxesInMs?: number;
        };
        /** @enum {string} */
        RoutingExplanationDecisionFactsPromiseBasis: "class_hour_experts" | "class" | "category_hour_experts" | "category" | "company";
        RoutingExplanationDecisionOther: {
            verdict: components["schemas"]["RoutingExplanationDecisionOtherVerdict"];
            count: number;
            explanation: string;
        };
        /** @enum {string} */
        RoutingExplanationDecisionOtherVerdict: "offered" | "ranked_below" | "withheld" | "asker" | "declined" | "offer_open" | "already_offered" | "at_capacity" | "kept_free" | "outside_hours" | "away" | "offline" | "requirement_unmet" | "other_language" | "inactive";
        RoutingExplanationView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description Decisions of the last 30 days, oldest first. */
            decisions: components["schemas"]["RoutingExplanationDecision"][];
            /** @description Pending deadlines of the question, earliest first. */
            deadlines: components["schemas"]["RoutingExplanationDeadline"][];
        };
        RoutingPredictionExpert: {
            expert: components["schemas"]["ExpertView"];
            /** @description A score for comparison within one prediction. Higher is better. */
            score: number;
            /** @description Reasons as phrases, strongest first. */
            reasons: string[];
        };
        RoutingPredictionView: {
            /** @description Whether experts are likely to resolve the question. Routing itself rejects a question only if its category sets `leastChance` and at least 200 settled questions support it. */
            shouldRoute: boolean;
            reason: components["schemas"]["DiscouragementView"] | null;
            /** @description The estimated probability that experts resolve it, 0 to 1. 0 if no expert can ever be asked. */
            confidence: number;
            /** @description Number of recent settled questions behind the confidence. With 0 it is a guess, because no settled question is similar. With fewer than 60, `shouldRoute` is true if any expert could be asked. Learning starts with the first prediction and takes seconds. */
            cases: number;
            /** @description The class, or null if no class is certain enough. */
            predictedClass: string | null;
            /** @description The median time that experts took to answer recently. Before the first answer it comes from similar questions of uploaded history. Null if too little is known, or if `shouldRoute` is false. */
            estimatedResponseTimeInMillis: number | null;
            /** @description Experts who could be asked now, best first. If there are none, experts who could be asked later; `reasons` then explains why not now. */
            experts: components["schemas"]["RoutingPredictionExpert"][];
            /** @description The version of the routing rules, and the amount of data behind the prediction. */
            modelVersion: string;
        };
        /** @description The second most likely class. Null without a class. */
        RunnerUpView: {
            predictedClass: string;
            /** @description The estimated probability, 0 to 1, that the class is right. */
            confidence: number;
        };
        SaveDraftAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedDraftView"];
        };
        SaveDraftBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
            /** @description The text of the draft. An empty text deletes the draft. */
            text: string;
        };
        /** @enum {string} */
        Scope: "questions:read" | "questions:write" | "answers" | "routing:read" | "expert" | "agent" | "training" | "privacy" | "webhooks" | "events:read" | "admin";
        SearchQuestionsAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["SearchQuestionsData"];
        };
        SearchQuestionsData: {
            questions: components["schemas"]["ListedQuestionView"][];
            paging: components["schemas"]["Paging"];
        };
        SessionView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description The time at which it last obtained a token.
             * @example 2026-01-31T09:30:00Z
             */
            dateLastUsed: string;
            /**
             * @description Browser and operating system of the last use, or null if unknown.
             * @example Firefox on Linux
             */
            browser: string | null;
            /**
             * @description The network of the last IP address: /24 for IPv4, /48 for IPv6.
             * @example 203.0.113.0/24
             */
            network: string | null;
            /** @description Whether the token of this request belongs to it. */
            isCurrent: boolean;
        };
        SetForgottenPasswordAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["SetForgottenPasswordData"];
        };
        SetForgottenPasswordBody: {
            /** @description The token of the link: the part after `#`. */
            token: string;
            /** @description The new password, of any characters. A long sentence is better than a short mix. A password that is easy to guess, or contains the name, address or company of the person, is 400 `password_weak`. */
            password: string;
        };
        SetForgottenPasswordData: {
            /** @description A UUID in the form 8-4-4-4-12. */
            uuid: string;
        };
        SetUpAdmin: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            email: string;
            name: string;
        };
        SetUpAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["SetUpData"];
        };
        SetUpBody: {
            /**
             * @description The setup token: the part after `#` of the link printed by the first start, `deploy/install.sh` or `askline setup link`.
             * @example n0xJq2…
             */
            token: string;
            company: components["schemas"]["SetUpBodyCompany"];
            admin: components["schemas"]["SetUpBodyAdmin"];
        };
        SetUpBodyAdmin: {
            /**
             * @description The address to sign in with. Askers never see it.
             * @example edda@example.com
             */
            email: string;
            /**
             * @description The display name.
             * @example Edda
             */
            name: string;
            /** @description The password, of any characters. A password that is easy to guess, or contains a name or address of the setup, is refused. */
            password: string;
        };
        SetUpBodyCompany: {
            /**
             * @description A short public name. It is part of the address of the widget, and appears in `companies` of questions.
             * @example bank
             */
            tag: string;
            /**
             * @description The display name.
             * @example Example Bank
             */
            name: string;
            /**
             * @description The IANA time zone.
             * @example Europe/Berlin
             */
            timeZone: string;
            /** @description The language of the company. */
            language: components["schemas"]["PageLanguage"];
        };
        SetUpCompany: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example bank */
            tag: string;
            /** @example Example Bank */
            name: string;
        };
        SetUpData: {
            company: components["schemas"]["SetUpCompany"];
            admin: components["schemas"]["SetUpAdmin"];
        };
        SignInBody: {
            /** @example code */
            response_type: string;
            /** @description The client id of an integration, or `askline-desk`. */
            client_id: string;
            /** @description One of the client's redirect addresses. It must match exactly. */
            redirect_uri: string;
            /** @description The SHA-256 of the verifier in base64url (RFC 7636). */
            code_challenge: string;
            /** @example S256 */
            code_challenge_method: string;
            /** @description An opaque value that is returned unchanged. */
            state?: string;
            /** @description The requested scopes, separated by spaces. By default, all scopes of the person; for an integration, all except `admin`. */
            scope?: string;
            company?: string;
            /** @description The e-mail address, to prefill the page. */
            login_hint?: string;
            email: string;
            password: string;
            csrf: string;
        };
        /** @enum {string} */
        StaffRole: "agent" | "admin";
        StaleAnswerView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            question: string;
            answer: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastAccepted: string | null;
        };
        StartStep: {
            name: components["schemas"]["StartStepName"];
            isDone: boolean;
        };
        /** @enum {string} */
        StartStepName: "CATEGORY" | "EXPERTS" | "INTEGRATION" | "WIDGET" | "ANSWER" | "BACKUP";
        StartView: {
            /** @description The steps in recommended order. BACKUP is missing if the installation has several companies. */
            steps: components["schemas"]["StartStep"][];
            /** @description Whether an admin dismissed the page of first steps. */
            isDismissed: boolean;
        };
        TakeAsAgentAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["QuestionView"];
        };
        TakeAsAgentBody: {
            /**
             * @description The e-mail address of the agent. Required for an integration.
             * @example dora@example.com
             */
            agentEmail?: string;
            /**
             * @description The name of the agent. Required if the address is new.
             * @example Dora
             */
            agentName?: string;
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description May repeat the uuid of the question. */
            questionUuid?: string;
            /** @description May repeat the uuid of the response. */
            responseUuid?: string;
        };
        /** @description The agent who took a rerouted or flagged question, or answered it last. Absent without such an agent. Visible to staff and integrations only. */
        TakenBy: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            name: string;
        };
        TestManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["WebhookTestView"];
        };
        TestManagedWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        TestWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["WebhookTestView"];
        };
        TestWebhookBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        TrainingChanges: {
            /** @description The rule for replacing the running model with a new one. NOT_WORSE: if its accuracy on examples that neither learned from is at most `tolerance` lower. ALWAYS: always. BY_HAND: only when it is pinned. Default: `NOT_WORSE`. */
            replace?: components["schemas"]["ReplaceRule"];
            /** @description Loss of accuracy with which a new model still counts as not worse. Default: 0.01. */
            tolerance?: number;
            /** @description Whether accepted answers of experts become known answers. Default: true. */
            learnAnswers?: boolean;
            /** @description Bytes of files that may be uploaded in 24 hours. Default: 500 MiB. */
            bytesPerDay?: number;
        };
        UnansweredView: {
            count: number;
            /** @description Words that the questions share, most distinctive first, in their most frequent spelling. */
            words: string[];
            /** @description Up to ten different questions, most frequent first. */
            texts: string[];
            /** @description Number of times that each question of `texts` was asked. */
            times: number[];
        };
        UnblockUserAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ManagedUserView"];
        };
        UnblockUserBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        UnpinModelAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["ModelView"];
        };
        UnpinModelBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
        };
        UpdateCategoryAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedCategoryView"];
        };
        UpdateCategoryBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description The name, unique in the company.
             * @example Loans
             */
            name?: string;
            type?: components["schemas"]["QuestionType"];
            /** @description true makes it the default category; false has no effect. */
            isDefault?: boolean;
            settings?: components["schemas"]["UpdateCategoryBodySettings"];
        };
        /** @description Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused. */
        UpdateCategoryBodySettings: {
            /** @description Time until an offer lapses and counts as missed, and the next wave is sent. Default: 90 s. */
            offerMs?: number;
            /** @description Experts per wave. After them the question is open to every eligible expert. Default: 3, 6, 12. */
            waveSizes?: number[];
            /**
             * @description Requirements on experts, relaxed step by step while the question is in routing. Routing skips a step that no active expert can meet. No requirement remains after the last step. Default: none.
             * @example [
             *       {
             *         "topicLevel": {
             *           "loans": 3
             *         },
             *         "certified": true,
             *         "forMs": 600000
             *       },
             *       {
             *         "certified": true,
             *         "forMs": 1800000
             *       },
             *       {}
             *     ]
             */
            requirements?: components["schemas"]["UpdateCategoryBodySettingsRequirement"][];
            /** @description Units of capacity that a question takes from its holder while it waits for the expert. `ONE_TO_MANY` questions take none. Default: 1. */
            weight?: number;
            /** @description Units that a question takes from its holder while it waits for the asker, at most `weight`. Default: 0. */
            waitingWeight?: number;
            /** @description Age from which an expert's capacity is reserved for a question of more than one unit. Default: 10 min. */
            patienceMs?: number;
            /** @description Time in which another expert may take a question that one escalated, before agents get it. 0: agents get it at once. Default: 3 min. */
            secondOpinionMs?: number;
            /** @description Priority in the backlog. Each point counts as ten minutes of age, so every question is offered eventually. Default: 0. */
            priority?: number;
            weights?: components["schemas"]["UpdateCategoryBodySettingsWeights"];
            /** @description Factor on the bonus of an expert who answered this asker before. 0: no bonus. Default: 1. */
            preference?: number;
            /** @description Share of waves whose last place goes to an expert with fewer than five answers. 0: never. Default: 0.1. */
            exploration?: number;
            /** @description Required precision of predicted classes and automatic answers. `/classifications` uses the default category's value. Default: 0.9. */
            precision?: number;
            /** @description Share of questions without a known class or answer up to which `precision` holds. Unless set, it is estimated from class verdicts, starting at the default. Default: 0.1. */
            outOfScopeShare?: number;
            /** @description Agents get a question at once if experts resolve it with a lower probability, judged from at least 200 past questions. 0: never. Default: 0. */
            leastChance?: number;
            /** @description Consecutive missed offers that make an expert AWAY. 0: never. Default: 3. */
            awayAfterMissed?: number;
            /** @description Time in which an automatic answer holds experts back. Default: 2 min. */
            autoHoldMs?: number;
            /** @description Time until a claim lapses without activity of its expert. Composing is activity. Default: 30 min. */
            leaseMs?: number;
            /** @description Duration of the experts' turn until agents get the question. Default: 8 h. */
            escalationMs?: number;
            /** @description Share of `escalationMs` after which the asker is prompted to reroute. Default: 0.6. */
            rerouteShare?: number;
            /** @description Share of promised answer times to keep. A higher share makes the promised times longer. Default: 0.8. */
            promiseShare?: number;
            /** @description Time after the last message by a person until a silent asker is asked whether an answered question is resolved. 0: never. Default: 4 days. */
            silenceMs?: number;
            /** @description Time until an unreviewed resolution counts as approved. Default: 3 days. */
            approvalMs?: number;
            /** @description Age at which a question without a response expires. Default: 7 days. */
            expiryMs?: number;
        };
        UpdateCategoryBodySettingsRequirement: {
            /**
             * @description The minimum level of the expert in each topic, 1 to 5, checked against `topicLevels`.
             * @example {
             *       "loans": 3
             *     }
             */
            topicLevel?: {
                [key: string]: number;
            };
            /** @description If true, only certified or elite experts match. */
            certified?: boolean;
            /** @description If true, only elite experts match. */
            elite?: boolean;
            /** @description If true, only experts who are assigned to the question's category match. */
            companyCategory?: boolean;
            /** @description Duration of the step in ms, counted from the end of the previous step. Only the last step may omit it and is then permanent. */
            forMs?: number;
        };
        /** @description Factors on the learned weight of each ranking signal. Default: 1 each. */
        UpdateCategoryBodySettingsWeights: {
            similar?: number;
            words?: number;
            activity?: number;
            record?: number;
            asker?: number;
            hour?: number;
            profile?: number;
            load?: number;
        };
        UpdateCompanyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedCompanyView"];
        };
        UpdateCompanyBody: {
            /**
             * @description The display name.
             * @example Example Bank
             */
            name?: string;
            settings?: components["schemas"]["UpdateCompanyBodySettings"];
        };
        /** @description Replaces all settings. Omitted ones return to their defaults, and unknown ones are refused. */
        UpdateCompanyBodySettings: {
            /**
             * @description The time zone of the company, by its IANA name. The pages propose it for working hours. Default: `UTC`.
             * @example Europe/Berlin
             */
            timeZone?: string;
            /** @description The language of the sign-in page and the widget for visitors whose browser prefers neither English nor German. It is also used for names of guests. Default: `en`. */
            language?: components["schemas"]["PageLanguage"];
            ratingSystem?: components["schemas"]["UpdateCompanyBodySettingsRatingSystem"];
            /** @description Whether `bodyHtml` is rendered and sanitized Markdown. Otherwise it is plain text with links and line breaks. Default: false. */
            markdown?: boolean;
            /**
             * @description Words or phrases. Questions that contain one are rejected. Case and punctuation are ignored. Whole words are compared, except in Chinese, Japanese, Korean, Thai, Lao, Khmer and Myanmar script. Default: none.
             * @example [
             *       "lottery",
             *       "free money"
             *     ]
             */
            bannedKeywords?: string[];
            /**
             * @description Mail domains. Questions of users with an address in one of them, or in a subdomain, are rejected. Default: none.
             * @example [
             *       "spam.example"
             *     ]
             */
            bannedDomains?: string[];
            /**
             * @description Phrases. Questions that contain one go to agents at once. They are matched as in `bannedKeywords`. Default: none.
             * @example [
             *       "call an ambulance"
             *     ]
             */
            emergencyPhrases?: string[];
            /** @description Whether questions with a payment card number or an IBAN go to the agents and never to experts. Default: false. */
            flagPersonalData?: boolean;
            /** @description The questions that agents may read and take back. ALL: every question of the company. QUEUE: only questions that are or were with agents, because they were rerouted, flagged or taken back; others are 404. Admins read every question. Default: `ALL`. */
            agentsRead?: components["schemas"]["AgentsRead"];
            /**
             * @description Hosts of pictures that experts may set as `avatarUrl`, without subdomains. Pictures on other hosts are replaced by a drawn one, because askers load them. Default: none.
             * @example [
             *       "images.example.com"
             *     ]
             */
            avatarHosts?: string[];
            /**
             * @description Origins of the pages that may embed the widget. Only `https`, or `http` on `localhost` and `127.0.0.1`. No page may embed it if the list is empty. Default: none.
             * @example [
             *       "https://shop.example.com"
             *     ]
             */
            widgetOrigins?: string[];
            /**
             * @description Color of the widget's button. Its icon is black or white, whichever has more contrast. Default: `#1d4ed8`.
             * @example #13703f
             */
            widgetColor?: string;
            /** @description Side of the page for the widget's button. END is the right side, or the left side in right-to-left pages. Default: `END`. */
            widgetSide?: components["schemas"]["WidgetSide"];
            /**
             * @description Title of the widget. Default: in the language of the browser.
             * @example Ask the bank
             */
            widgetTitle?: string;
            /**
             * @description Text above the question field of the widget. Default: in the language of the browser.
             * @example Our experts answer within an hour.
             */
            widgetGreeting?: string;
            /** @description Maximum messages by people in a question. Agents are exempt. Default: 500. */
            maxMessages?: number;
            /** @description Time for which offers are kept after their question was closed. Default: 30 days. */
            offersKeptMs?: number;
        };
        /** @description The rating system of responses. Default: `FIVE_POINT`. */
        UpdateCompanyBodySettingsRatingSystem: {
            /** @example STARS */
            name: string;
            /** @description DESCENDING: `values` are listed best first. ASCENDING: worst first. */
            order: components["schemas"]["RatingOrder"];
            /**
             * @example [
             *       "FIVE",
             *       "FOUR",
             *       "THREE",
             *       "TWO",
             *       "ONE"
             *     ]
             */
            values: string[];
        };
        UpdateExpertProfileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedExpertProfileView"];
        };
        UpdateExpertProfileBody: {
            /**
             * @description The display name, visible to askers.
             * @example Bruno
             */
            name?: string;
            /** @description The address of a picture. It is used if its host is in the company setting `avatarHosts`; otherwise a drawn picture is. The service never fetches it. */
            avatarUrl?: string;
            availability?: components["schemas"]["Availability"];
            capacity?: number;
            languages?: string[];
            topics?: string[];
            /** @description The working hours. Null, the default, means any hour. */
            workingHours?: components["schemas"]["UpdateExpertProfileBodyWorkingHours"] | null;
        };
        UpdateExpertProfileBodyWorkingHours: {
            /** @example Europe/Berlin */
            timeZone: string;
            /** @description The shifts of a week. A shift whose end is not after its start ends on the next day. */
            days: components["schemas"]["UpdateExpertProfileBodyWorkingHoursDay"][];
            /**
             * @description Dates without shifts.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays?: string[];
        };
        UpdateExpertProfileBodyWorkingHoursDay: {
            /** @description The day of the week. 1 is Monday; 7 and 0 are Sunday. */
            day: number;
            /** @example 09:00 */
            from: string;
            /** @example 09:00 */
            to: string;
        };
        UpdateIntegrationAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedIntegrationView"];
        };
        UpdateIntegrationBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description The display name, shown to people when they sign in.
             * @example Shop
             */
            name?: string;
            /** @description Addresses to which people return after signing in: https, or the scheme of an app. A request must match one exactly. */
            redirectUris?: string[];
        };
        UpdateIntegrationCredentialAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedIntegrationView"];
        };
        UpdateIntegrationCredentialBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description The client id of the credential. */
            clientId: string;
            /** @description The new scopes. Replaces all earlier ones. */
            scopes?: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together; null for the default. */
            readsPerMinute?: number | null;
            /** @description Writes per minute of all its tokens together; null for the default. */
            writesPerMinute?: number | null;
        };
        UpdateKnowledgeAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedKnowledgeView"];
        };
        UpdateKnowledgeBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            question?: string;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            answer?: string;
            class?: string | null;
            language?: string | null;
            /** @description true suspends it. false lifts the suspension and restarts the count of verdicts. Answers of a forgotten person stay suspended. */
            isSuspended?: boolean;
        };
        UpdateManagedExpertAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedManagedExpertView"];
        };
        UpdateManagedExpertBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description The display name, visible to askers.
             * @example Bruno
             */
            name?: string;
            /** @description The address of a picture. It is used if its host is in the company setting `avatarHosts`; otherwise a drawn picture is. The service never fetches it. */
            avatarUrl?: string;
            availability?: components["schemas"]["Availability"];
            capacity?: number;
            languages?: string[];
            topics?: string[];
            /** @description The working hours. Null, the default, means any hour. */
            workingHours?: components["schemas"]["UpdateManagedExpertBodyWorkingHours"] | null;
            isOfficial?: boolean;
            isCertified?: boolean;
            isElite?: boolean;
            /** @description The level in each topic, 1 to 5. Replaces all levels. Requirements of categories check it. */
            topicLevels?: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Replaces all earlier ones. Requirements of categories check it. */
            categories?: string[];
            /** @description Whether the expert is active. An inactive expert gets no offers and cannot sign in. */
            isActive?: boolean;
        };
        UpdateManagedExpertBodyWorkingHours: {
            /** @example Europe/Berlin */
            timeZone: string;
            /** @description The shifts of a week. A shift whose end is not after its start ends on the next day. */
            days: components["schemas"]["UpdateManagedExpertBodyWorkingHoursDay"][];
            /**
             * @description Dates without shifts.
             * @example [
             *       "2026-12-25"
             *     ]
             */
            holidays?: string[];
        };
        UpdateManagedExpertBodyWorkingHoursDay: {
            /** @description The day of the week. 1 is Monday; 7 and 0 are Sunday. */
            day: number;
            /** @example 09:00 */
            from: string;
            /** @example 09:00 */
            to: string;
        };
        UpdateManagedWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        UpdatePersonalCredentialAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["UpdatePersonalCredentialData"];
        };
        UpdatePersonalCredentialBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /** @description The client id of the credential. */
            clientId: string;
            /** @description The new scopes. Replaces all earlier ones. */
            scopes?: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together; null for the default. */
            readsPerMinute?: number | null;
            /** @description Writes per minute of all its tokens together; null for the default. */
            writesPerMinute?: number | null;
        };
        UpdatePersonalCredentialData: {
            /** @description The uuid of the owner. */
            uuid: string;
            clientId: string;
            /** @description The scopes of the tokens that the credential obtains. Scopes that its owner may not have are omitted. */
            scopes: components["schemas"]["Scope"][];
            /** @description Reads per minute of all its tokens together, or null for the default. */
            readsPerMinute: number | null;
            /** @description Writes per minute of all its tokens together, or null for the default. */
            writesPerMinute: number | null;
            dateCreated: string;
            /** @description The time of the revocation, or null. */
            dateRevoked: string | null;
        };
        UpdateReplyAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedReplyView"];
        };
        UpdateReplyBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description The name of the reply in lists.
             * @example Reset a PIN
             */
            title?: string;
            shortcut?: string | null;
            /**
             * @description A text with at least one visible character.
             * @example How do I reset my card PIN?
             */
            text?: string;
        };
        UpdateStaffMemberAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedStaffMemberView"];
        };
        UpdateStaffMemberBody: {
            /** @description May repeat the uuid of the path. */
            uuid?: string;
            /**
             * @description The address to sign in with. Askers never see it.
             * @example dora@example.com
             */
            email?: string;
            /**
             * @description The name, visible to askers in messages of the person.
             * @example Dora
             */
            name?: string;
            /** @description The role. An agent answers questions that experts cannot answer. An admin also manages the company. */
            role?: components["schemas"]["StaffRole"];
        };
        UpdateTrainingAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedTrainingSettingsView"];
        };
        UpdateWebhookAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["VersionedWebhookEndpointView"];
        };
        UploadFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["FileView"];
        };
        UploadFileBody: {
            /** @description The type of the file, which decides its columns. UTTERANCES: text, class. A text without a class is unlabeled; the class `out_of_scope` marks texts that belong to no class. QA: question, answer, class, language. HISTORY: questionId, askedAt, asker, text, tags, answerId, answeredAt, answererEmail, score, accepted. It has one line per answer; the answer columns are empty for an unanswered question. */
            type: components["schemas"]["FileType"];
            /**
             * Format: binary
             * @description The file as CSV (RFC 4180), TSV or JSONL in UTF-8. The first line of CSV and TSV names the columns. The limits are 26214400 bytes and 200000 rows.
             */
            file: string;
        };
        UploadManagedFileAnswer: {
            meta: components["schemas"]["Meta"];
            data: components["schemas"]["FileView"];
        };
        UploadManagedFileBody: {
            /** @description The type of the file, which decides its columns. UTTERANCES: text, class. A text without a class is unlabeled; the class `out_of_scope` marks texts that belong to no class. QA: question, answer, class, language. HISTORY: questionId, askedAt, asker, text, tags, answerId, answeredAt, answererEmail, score, accepted. It has one line per answer; the answer columns are empty for an unanswered question. */
            type: components["schemas"]["FileType"];
            /**
             * Format: binary
             * @description The file as CSV (RFC 4180), TSV or JSONL in UTF-8. The first line of CSV and TSV names the columns. The limits are 26214400 bytes and 200000 rows.
             */
            file: string;
        };
        VersionedCategoryView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Loans */
            name: string;
            type: components["schemas"]["QuestionType"];
            /** @description Whether questions without a category belong to this one. */
            isDefault: boolean;
            settings: components["schemas"]["CategorySettingsView"];
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedCompanyView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description A short public name, as in a question's `companies`.
             * @example bank
             */
            tag: string;
            /** @example Example Bank */
            name: string;
            /** @description Whether the company is a sandbox, whose clock can be advanced. */
            isSandbox: boolean;
            settings: components["schemas"]["CompanySettingsView"];
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedDraftView: {
            /** @description The uuid of the question. */
            uuid: string;
            text: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string | null;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedExpertProfileView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            /** @example bruno@example.com */
            email: string;
            avatarUrl: string;
            availability: components["schemas"]["Availability"];
            /** @description The reason that routing set the expert to AWAY. Null if a person chose the availability. This AWAY ends with the next claim, answer, message, sign of composing, request for an offered question, or `PUT /experts/me`. */
            awayReason: components["schemas"]["AwayReason"] | null;
            /**
             * @description The time since which the expert is AWAY or OFFLINE. Null while AVAILABLE.
             * @example 2026-01-31T09:30:00Z
             */
            awaySince: string | null;
            /** @description Consecutive missed offers. */
            missedOffers: number;
            /** @description Maximum units of open work. A claimed question takes one unit unless its category sets `weight`. */
            capacity: number;
            /** @description Units of capacity in use. A question that waits for the asker takes `waitingWeight` of its category, by default 0. The load may exceed the capacity when askers write. */
            load: number;
            claimed: components["schemas"]["ClaimedCounts"];
            languages: string[];
            topics: string[];
            /** @description The level of the expert in each topic, 1 to 5. Set by admins and checked by requirements of categories. */
            topicLevels: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Set by admins and checked by requirements. */
            categories: string[];
            workingHours: components["schemas"]["WorkingHours"] | null;
            isOfficial: boolean;
            isCertified: boolean;
            isElite: boolean;
            reputation: components["schemas"]["Reputation"];
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedIntegrationView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The public id of the system that the integration connects. */
            systemId: string;
            /** @example Shop */
            name: string;
            /** @description Addresses to which people return after signing in. */
            redirectUris: string[];
            /** @description The active client ids, oldest first. */
            clientIds: string[];
            /** @description The active secrets, oldest first. */
            credentials: components["schemas"]["IntegrationCredential"][];
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedKnowledgeView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            question: string;
            answer: string;
            /** @description The class of questions that it answers. */
            class: string | null;
            /** @description The ISO 639-1 code of the language, or null for any. */
            language: string | null;
            /** @description The origin: an admin, an uploaded file, or an accepted answer of an expert. In the last case, the question is erased with its asker and the answer with its author, even if an admin rewrote it. Add a known answer to keep your own text. */
            source: components["schemas"]["KnowledgeSource"];
            file: components["schemas"]["KnowledgeFile"] | null;
            /** @description The responses that it came from. */
            sources: string[];
            /** @description The questions of these responses, without duplicates. */
            sourceQuestions: string[];
            suspended: components["schemas"]["KnowledgeSuspended"] | null;
            dateCreated: string;
            lastUpdated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedManagedExpertView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Bruno */
            name: string;
            /** @example bruno@example.com */
            email: string;
            avatarUrl: string;
            availability: components["schemas"]["Availability"];
            /** @description The reason that routing set the expert to AWAY. Null if a person chose the availability. This AWAY ends with the next claim, answer, message, sign of composing, request for an offered question, or `PUT /experts/me`. */
            awayReason: components["schemas"]["AwayReason"] | null;
            /**
             * @description The time since which the expert is AWAY or OFFLINE. Null while AVAILABLE.
             * @example 2026-01-31T09:30:00Z
             */
            awaySince: string | null;
            /** @description Consecutive missed offers. */
            missedOffers: number;
            /** @description Maximum units of open work. A claimed question takes one unit unless its category sets `weight`. */
            capacity: number;
            /** @description Units of capacity in use. A question that waits for the asker takes `waitingWeight` of its category, by default 0. The load may exceed the capacity when askers write. */
            load: number;
            claimed: components["schemas"]["ClaimedCounts"];
            languages: string[];
            topics: string[];
            /** @description The level of the expert in each topic, 1 to 5. Set by admins and checked by requirements of categories. */
            topicLevels: {
                [key: string]: number;
            };
            /** @description Names of the categories that the expert is assigned to. Set by admins and checked by requirements. */
            categories: string[];
            workingHours: components["schemas"]["WorkingHours"] | null;
            isOfficial: boolean;
            isCertified: boolean;
            isElite: boolean;
            reputation: components["schemas"]["Reputation"];
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            /** @description A deactivated expert gets no offers and cannot sign in. */
            isActive: boolean;
            /** @description An ISO 8601 date and time. */
            lastActiveDate: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedReplyView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example Reset a PIN */
            title: string;
            /** @description The text that a person types to find the reply. */
            shortcut: string | null;
            /** @description The text, plain or Markdown. Clients replace `{asker}`, `{me}`, `{company}` and `{subject}`. */
            text: string;
            owner: components["schemas"]["ReplyOwner"];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedStaffMemberView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description The name, visible to askers in messages of the person.
             * @example Dora
             */
            name: string;
            /**
             * @description The address with which the person signs in.
             * @example dora@example.com
             */
            email: string;
            role: components["schemas"]["StaffRole"];
            /** @description A blocked person cannot sign in, and their credentials do not work. */
            isBlocked: boolean;
            /** @description Whether the person can sign in with a password. */
            hasPassword: boolean;
            /**
             * @description The expiry of the open invitation, or null without one.
             * @example 2026-01-31T09:30:00Z
             */
            dateInvitationExpires: string | null;
            /**
             * @description The time at which the person requested a new password. Null after a link was made for them.
             * @example 2026-01-31T09:30:00Z
             */
            datePasswordRequested: string | null;
            dateCreated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedTrainingSettingsView: {
            /** @description The rule for replacing the running model with a new one. NOT_WORSE: if its accuracy on examples that neither learned from is at most `tolerance` lower. ALWAYS: always. BY_HAND: only when it is pinned. Default: `NOT_WORSE`. */
            replace: components["schemas"]["ReplaceRule"];
            /** @description Loss of accuracy with which a new model still counts as not worse. Default: 0.01. */
            tolerance: number;
            /** @description Whether accepted answers of experts become known answers. Default: true. */
            learnAnswers: boolean;
            /** @description Bytes of files that may be uploaded in 24 hours. Default: 500 MiB. */
            bytesPerDay: number;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedWebhookEndpointView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description The integration that owns the endpoint, or null for one of the company.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            integrationUuid: string | null;
            /** @example Warehouse */
            name: string;
            /**
             * @description The address to which events are sent.
             * @example https://shop.example.com/askline
             */
            url: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "QUESTION_APPROVED",
             *       "QUESTION_RESPONSE"
             *     ]
             */
            types: string[];
            /** @description STANDARD: JSON with a signature. SLACK and TEAMS: a message for an incoming webhook of that product. */
            format: components["schemas"]["WebhookFormat"];
            /** @description Whether `data.question` has the condensed question, without texts. */
            includeState: boolean;
            /** @description ACTIVE: events are sent. PAUSED: a person paused it. DISABLED: the service stopped, see `disabledReason`. */
            state: components["schemas"]["WebhookEndpointState"];
            /** @description GONE: the server answered 410. FAILING: no attempt succeeded for five days. */
            disabledReason: components["schemas"]["WebhookDisabledReason"] | null;
            failing: components["schemas"]["WebhookEndpointFailing"] | null;
            /** @description The secrets that sign, oldest first. The secrets themselves are shown once. */
            secrets: components["schemas"]["WebhookEndpointSecret"][];
            /**
             * @description The time of the oldest event that was not delivered yet, or null.
             * @example 2026-01-31T09:30:00Z
             */
            dateOldestWaiting: string | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        VersionedWebhookSecretView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description The integration that owns the endpoint, or null for one of the company.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            integrationUuid: string | null;
            /** @example Warehouse */
            name: string;
            /**
             * @description The address to which events are sent.
             * @example https://shop.example.com/askline
             */
            url: string;
            /**
             * @description The types of events that are sent.
             * @example [
             *       "QUESTION_APPROVED",
             *       "QUESTION_RESPONSE"
             *     ]
             */
            types: string[];
            /** @description STANDARD: JSON with a signature. SLACK and TEAMS: a message for an incoming webhook of that product. */
            format: components["schemas"]["WebhookFormat"];
            /** @description Whether `data.question` has the condensed question, without texts. */
            includeState: boolean;
            /** @description ACTIVE: events are sent. PAUSED: a person paused it. DISABLED: the service stopped, see `disabledReason`. */
            state: components["schemas"]["WebhookEndpointState"];
            /** @description GONE: the server answered 410. FAILING: no attempt succeeded for five days. */
            disabledReason: components["schemas"]["WebhookDisabledReason"] | null;
            failing: components["schemas"]["WebhookSecretFailing"] | null;
            /** @description The secrets that sign, oldest first. The secrets themselves are shown once. */
            secrets: components["schemas"]["WebhookSecretSecret"][];
            /**
             * @description The time of the oldest event that was not delivered yet, or null.
             * @example 2026-01-31T09:30:00Z
             */
            dateOldestWaiting: string | null;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            lastUpdated: string;
            /**
             * @description `whsec_` and base64. Shown once; null if the answer is repeated for an Idempotency-Key.
             * @example whsec_dGhpcyBpcyBhbiBleGFtcGxlIG9mIGEgc2VjcmV0
             */
            secret: string | null;
            /**
             * @description The version of all fields that a PUT may change. Send it as `If-Match: "<version>"` with a PUT.
             * @example 9f86d081884c7d65
             */
            version: string;
        };
        Warning: {
            /**
             * @description A stable code for programs, such as `conversation_nearly_full`.
             * @example conversation_nearly_full
             */
            code: string;
            /** @example The conversation has room for 50 more messages. */
            message: string;
        };
        /**
         * @example {
         *       "date": "2026-01-31T09:30:00Z",
         *       "status": 204,
         *       "fault": null,
         *       "durationMs": 84,
         *       "answer": ""
         *     }
         */
        WebhookAttemptView: {
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            /** @description The HTTP status of the answer, or null without an answer. */
            status: number | null;
            /** @description Why no answer counts, such as `timeout`, `connection_failed` or `address_refused`. Null otherwise. */
            fault: string | null;
            durationMs: number;
            /** @description The first 512 bytes of the answer. */
            answer: string | null;
        };
        /** @enum {string} */
        WebhookDeliveryStatus: "WAITING" | "DELIVERED" | "FAILED";
        WebhookDeliveryView: {
            /**
             * @description The `webhook-id` of all attempts.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @example QUESTION_APPROVED */
            type: string;
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            questionUuid: string | null;
            /** @description The version of the question after the change. */
            version: number | null;
            /**
             * @description The time of the event.
             * @example 2026-01-31T09:30:00Z
             */
            date: string;
            /** @description FAILED: no attempt is left, or the address is refused. */
            status: components["schemas"]["WebhookDeliveryStatus"];
            /**
             * @description The time of the next attempt, which is due if it lies in the past. Null if the delivery is not WAITING or the webhook not ACTIVE.
             * @example 2026-01-31T09:30:00Z
             */
            dateNextAttempt: string | null;
            /** @description The attempts of the last 7 days, oldest first. */
            attempts: components["schemas"]["WebhookAttemptView"][];
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
        };
        /** @enum {string} */
        WebhookDisabledReason: "GONE" | "FAILING";
        WebhookEnabling: {
            /**
             * @description May repeat the uuid of the path.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid?: string;
            /** @description LAST: send all events since the last one that was sent. NOW: send events from now on. */
            from: components["schemas"]["WebhookStart"];
        };
        WebhookEndpointChanges: {
            /**
             * @description May repeat the uuid of the path.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid?: string;
            /** @example Warehouse */
            name?: string;
            /**
             * @description The address to which events are sent. It must be https, have port 443 or 8443 and be public, unless `OUTBOUND_ALLOWED` of the service permits others.
             * @example https://shop.example.com/askline
             */
            url?: string;
            /** @description Types of events, as in `GET /events`. PERSON_FORGOTTEN is always sent. */
            types?: string[];
            format?: components["schemas"]["WebhookFormat"];
            /** @description Must be false for SLACK and TEAMS. */
            includeState?: boolean;
        };
        /** @description The failures since the last success, or null. */
        WebhookEndpointFailing: {
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            since: string;
            /** @description Failed attempts since the last success. */
            failures: number;
            /**
             * @description Set after ten failures in a row, while the webhook is ACTIVE. All deliveries wait until one attempt at this time succeeds.
             * @example 2026-01-31T09:30:00Z
             */
            dateNextAttempt: string | null;
        };
        WebhookEndpointSecret: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description The end of a replaced secret. Until then both sign.
             * @example 2026-01-31T09:30:00Z
             */
            dateRetires: string | null;
        };
        /** @enum {string} */
        WebhookEndpointState: "ACTIVE" | "PAUSED" | "DISABLED";
        /** @enum {string} */
        WebhookFormat: "STANDARD" | "SLACK" | "TEAMS";
        WebhookReplay: {
            /**
             * @description May repeat the uuid of the path.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid?: string;
            /**
             * @description Sends every event since this time again, at most 30 days back.
             * @example 2026-01-31T09:30:00Z
             */
            since?: string;
            deliveryUuids?: string[];
        };
        WebhookRotation: {
            /**
             * @description May repeat the uuid of the path.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid?: string;
            /** @description Ends the earlier secrets at once, for one that leaked. By default both sign for 24 hours. */
            revokeNow?: boolean;
        };
        /** @description The failures since the last success, or null. */
        WebhookSecretFailing: {
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            since: string;
            /** @description Failed attempts since the last success. */
            failures: number;
            /**
             * @description Set after ten failures in a row, while the webhook is ACTIVE. All deliveries wait until one attempt at this time succeeds.
             * @example 2026-01-31T09:30:00Z
             */
            dateNextAttempt: string | null;
        };
        WebhookSecretSecret: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /**
             * @description An ISO 8601 date and time in UTC, without fractions of a second.
             * @example 2026-01-31T09:30:00Z
             */
            dateCreated: string;
            /**
             * @description The end of a replaced secret. Until then both sign.
             * @example 2026-01-31T09:30:00Z
             */
            dateRetires: string | null;
        };
        /** @enum {string} */
        WebhookStart: "LAST" | "NOW";
        /**
         * @example {
         *       "uuid": "0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f",
         *       "status": 204,
         *       "fault": null,
         *       "durationMs": 84,
         *       "answer": ""
         *     }
         */
        WebhookTestView: {
            /**
             * @description A UUID in the form 8-4-4-4-12.
             * @example 0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f
             */
            uuid: string;
            /** @description The HTTP status of the answer, or null without an answer. */
            status: number | null;
            /** @description Why no answer counts. `courier_silent`: no courier took the test in time. */
            fault: string | null;
            durationMs: number | null;
            /** @description The first 512 bytes of the answer. */
            answer: string | null;
        };
        /** @enum {string} */
        WidgetSide: "START" | "END";
        WorkingDay: {
            day: number;
            from: string;
            to: string;
        };
        WorkingHours: {
            timeZone: string;
            days: components["schemas"]["WorkingDay"][];
            holidays?: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request, which is also in logs and jobs. */
        "X-Correlation-Id": string;
        /** @description Number of requests per minute that the token may make. */
        "RateLimit-Limit": number;
        /** @description Number of requests left in this minute. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the limit resets. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before the next attempt. */
        "Retry-After": number;
        /** @description The challenge of RFC 6750. It contains no error if no token was sent. */
        "WWW-Authenticate": string;
        /** @description The methods of this path. */
        Allow: string;
        /** @description A weak tag of the version and format of this answer, for `If-None-Match` and `If-Match`. */
        ETag: string;
        /** @description `true` if this is the stored answer to the first request with this `Idempotency-Key`. */
        "Idempotency-Replayed": string;
        /** @description The date of the deprecation (RFC 9745). */
        Deprecation: string;
        /** @description The successor, with `rel="successor-version"`. */
        Link: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "n0xJq2…",
                 *       "company": {
                 *         "tag": "bank",
                 *         "name": "Example Bank",
                 *         "timeZone": "Europe/Berlin",
                 *         "language": "en"
                 *       },
                 *       "admin": {
                 *         "email": "edda@example.com",
                 *         "name": "Edda",
                 *         "password": "correct horse battery staple"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SetUpBody"];
            };
        };
        responses: {
            /** @description Default Response */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetUpAnswer"];
                };
            };
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetMeAnswer"];
                };
            };
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery staple",
                 *       "newPassword": "another long sentence of mine"
                 *     }
                 */
                "application/json": components["schemas"]["ChangeOwnPasswordBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeOwnPasswordAnswer"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListOwnSessionsAnswer"];
                };
            };
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the session. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndOwnSessionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOwnSessionAnswer"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndOtherSessionsBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndOtherSessionsAnswer"];
                };
            };
        };
    };
    getQuestion: {
        parameters: {
            query?: {
                /**
                 * @description An ISO 8601 date, with an optional fraction of a second and offset.
                 * @example 2026-01-31T09:30:00Z
                 */
                lastChecked?: string;
                /**
                 * @description The e-mail address of the asker, for an integration. A question of another asker is then 404.
                 * @example ada@example.com
                 */
                userEmail?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetQuestionAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    editQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with the ETag of `GET /questions/{uuid}`. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "text": "How do I reset my card PIN?"
                 *     }
                 */
                "application/json": components["schemas"]["EditQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditQuestionAnswer"];
                };
            };
        };
    };
    listQuestions: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                offset?: number;
                /**
                 * @description Returns only questions of this user.
                 * @example ada@example.com
                 */
                userEmail?: string;
                /** @description The id in the client's own system. */
                "externalId.id"?: string;
                /** @description The public id of the system of the external id. */
                "externalId.system"?: string;
                /**
                 * @description An ISO 8601 date, with an optional fraction of a second and offset.
                 * @example 2026-01-31T09:30:00Z
                 */
                lastChecked?: string;
                includeConversation?: boolean;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListQuestionsAnswer"];
                };
            };
        };
    };
    askQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?",
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada",
                 *       "externalId": "ticket-4711",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["AskQuestionBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskQuestionAnswer"];
                };
            };
        };
    };
    rerouteQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "reason": "I would like to speak to a person of the bank."
                 *     }
                 */
                "application/json": components["schemas"]["RerouteQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RerouteQuestionAnswer"];
                };
            };
        };
    };
    reviewMarkAsResolved: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["ReviewMarkAsResolvedBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewMarkAsResolvedAnswer"];
                };
            };
        };
    };
    closeQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["CloseQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloseQuestionAnswer"];
                };
            };
        };
    };
    expireQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ExpireQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExpireQuestionAnswer"];
                };
            };
        };
    };
    claimQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ClaimQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClaimQuestionAnswer"];
                };
            };
        };
    };
    renewLease: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RenewLeaseBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenewLeaseAnswer"];
                };
            };
        };
    };
    relabelQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "class": "pin"
                 *     }
                 */
                "application/json": components["schemas"]["RelabelQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelabelQuestionAnswer"];
                };
            };
        };
    };
    relabelAsAdmin: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "class": "pin"
                 *     }
                 */
                "application/json": components["schemas"]["RelabelAsAdminBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RelabelAsAdminAnswer"];
                };
            };
        };
    };
    releaseQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReleaseQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseQuestionAnswer"];
                };
            };
        };
    };
    declineQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "It concerns a contract that I cannot see."
                 *     }
                 */
                "application/json": components["schemas"]["DeclineQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeclineQuestionAnswer"];
                };
            };
        };
    };
    escalateQuestion: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "It concerns a contract that I cannot see."
                 *     }
                 */
                "application/json": components["schemas"]["EscalateQuestionBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalateQuestionAnswer"];
                };
            };
        };
    };
    respond: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "externalId": "ticket-4711",
                 *       "text": "In the app, under Cards.",
                 *       "fence": 3
                 *     }
                 */
                "application/json": components["schemas"]["RespondBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RespondAnswer"];
                };
            };
        };
    };
    markAsResolved: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fence": 3
                 *     }
                 */
                "application/json": components["schemas"]["MarkAsResolvedBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkAsResolvedAnswer"];
                };
            };
        };
    };
    acceptResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptResponseBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptResponseAnswer"];
                };
            };
        };
    };
    rateResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "rating": "POSITIVE_5"
                 *     }
                 */
                "application/json": components["schemas"]["RateResponseBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateResponseAnswer"];
                };
            };
        };
    };
    markAsRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["MarkAsReadBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkAsReadAnswer"];
                };
            };
        };
    };
    confirmAutoResponse: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "quickReply": "ACCEPTED"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmAutoResponseBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmAutoResponseAnswer"];
                };
            };
        };
    };
    addTestimonial: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the response. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "text": "Quick and clear, thank you."
                 *     }
                 */
                "application/json": components["schemas"]["AddTestimonialBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddTestimonialAnswer"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description A UUID in the form 8-4-4-4-12. */
                questionUuid?: string;
                /** @description A UUID in the form 8-4-4-4-12. */
                responseUuid?: string;
                /** @description The id in the client's own system. */
                "externalId.id"?: string;
                /** @description The public id of the system of the external id. */
                "externalId.system"?: string;
                /**
                 * @description Returns only messages of questions of this user.
                 * @example ada@example.com
                 */
                userEmail?: string;
                /**
                 * @description An ISO 8601 date, with an optional fraction of a second and offset.
                 * @example 2026-01-31T09:30:00Z
                 */
                lastChecked?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListMessagesAnswer"];
                };
            };
        };
    };
    addMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "externalId": "ticket-4711",
                 *       "text": "My card is blocked, too.",
                 *       "questionUuid": "0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f"
                 *     }
                 */
                "application/json": components["schemas"]["AddMessageBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddMessageAnswer"];
                };
            };
        };
    };
    previewText: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewTextBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewTextAnswer"];
                };
            };
        };
    };
    editMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with the ETag of the question, because a message has no version. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the message. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "text": "How do I reset my card PIN?"
                 *     }
                 */
                "application/json": components["schemas"]["EditMessageBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EditMessageAnswer"];
                };
            };
        };
    };
    confirmMarkAsResolved: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the message. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "confirm": true
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmMarkAsResolvedBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmMarkAsResolvedAnswer"];
                };
            };
        };
    };
    listNotes: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListNotesAnswer"];
                };
            };
        };
    };
    addNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "The card was replaced last week."
                 *     }
                 */
                "application/json": components["schemas"]["AddNoteBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddNoteAnswer"];
                };
            };
        };
    };
    listReplies: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRepliesAnswer"];
                };
            };
        };
    };
    createReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Reset a PIN",
                 *       "text": "In the app, under Cards.",
                 *       "shortcut": "pin"
                 *     }
                 */
                "application/json": components["schemas"]["CreateReplyBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateReplyAnswer"];
                };
            };
        };
    };
    updateReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the reply. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "In the app, under Cards."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateReplyBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateReplyAnswer"];
                };
            };
        };
    };
    removeReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the reply. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveReplyBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveReplyAnswer"];
                };
            };
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetDraftAnswer"];
                };
            };
        };
    };
    saveDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?"
                 *     }
                 */
                "application/json": components["schemas"]["SaveDraftBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SaveDraftAnswer"];
                };
            };
        };
    };
    getExpertProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetExpertProfileAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateExpertProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "availability": "AVAILABLE",
                 *       "capacity": 5
                 *     }
                 */
                "application/json": components["schemas"]["UpdateExpertProfileBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateExpertProfileAnswer"];
                };
            };
        };
    };
    getExpertRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetExpertRecordAnswer"];
                };
            };
        };
    };
    getInbox: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                view?: "offered" | "claimed" | "answered";
                /** @description Search text: up to ten words in any order, and phrases in quotes. All must occur in the question, or in one message of it. Requires `view=answered`. */
                text?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetInboxAnswer"];
                };
            };
        };
    };
    getAgentQueue: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAgentQueueAnswer"];
                };
            };
        };
    };
    addAgentMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agentEmail": "dora@example.com",
                 *       "agentName": "Dora",
                 *       "externalId": "ticket-4711",
                 *       "questionUuid": "0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f",
                 *       "text": "In the app, under Cards."
                 *     }
                 */
                "application/json": components["schemas"]["AddAgentMessageBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddAgentMessageAnswer"];
                };
            };
        };
    };
    getHistory: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetHistoryAnswer"];
                };
            };
        };
    };
    takeAsAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agentEmail": "dora@example.com",
                 *       "agentName": "Dora"
                 *     }
                 */
                "application/json": components["schemas"]["TakeAsAgentBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakeAsAgentAnswer"];
                };
            };
        };
    };
    releaseAsAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agentEmail": "dora@example.com",
                 *       "agentName": "Dora"
                 *     }
                 */
                "application/json": components["schemas"]["ReleaseAsAgentBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseAsAgentAnswer"];
                };
            };
        };
    };
    resolveByAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agentEmail": "dora@example.com",
                 *       "agentName": "Dora"
                 *     }
                 */
                "application/json": components["schemas"]["ResolveByAgentBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolveByAgentAnswer"];
                };
            };
        };
    };
    closeByAgent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "agentEmail": "dora@example.com",
                 *       "agentName": "Dora"
                 *     }
                 */
                "application/json": components["schemas"]["CloseByAgentBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CloseByAgentAnswer"];
                };
            };
        };
    };
    openAskerSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["OpenAskerSignInBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenAskerSignInAnswer"];
                };
            };
        };
    };
    listForgetReceipts: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListForgetReceiptsAnswer"];
                };
            };
        };
    };
    forgetUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgetUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgetUserAnswer"];
                };
            };
        };
    };
    getForgetReceipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the receipt. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetForgetReceiptAnswer"];
                };
            };
        };
    };
    getClassification: {
        parameters: {
            query: {
                /**
                 * @description A text with at least one visible character.
                 * @example How do I reset my card PIN?
                 */
                text: string;
                /**
                 * @description An ISO 639-1 code.
                 * @example en
                 */
                language?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetClassificationAnswer"];
                };
            };
        };
    };
    classify: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["ClassifyBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassifyAnswer"];
                };
            };
        };
    };
    findAutomaticAnswer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?",
                 *       "language": "en",
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["FindAutomaticAnswerBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindAutomaticAnswerAnswer"];
                };
            };
        };
    };
    judgeAutomaticAnswer: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the automatic answer. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "quickReply": "ACCEPTED",
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["JudgeAutomaticAnswerBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeAutomaticAnswerAnswer"];
                };
            };
        };
    };
    predictRouting: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?",
                 *       "language": "en",
                 *       "limit": 20
                 *     }
                 */
                "application/json": components["schemas"]["PredictRoutingBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictRoutingAnswer"];
                };
            };
        };
    };
    getContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "How do I reset my card PIN?",
                 *       "language": "en",
                 *       "userEmail": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["GetContentBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    Deprecation: components["headers"]["Deprecation"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetContentAnswer"];
                };
            };
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                type?: components["schemas"]["FileType"];
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListFilesAnswer"];
                };
            };
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "UTTERANCES",
                 *       "file": "file"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadFileBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadFileAnswer"];
                };
            };
        };
    };
    listManagedFiles: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                type?: components["schemas"]["FileType"];
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagedFilesAnswer"];
                };
            };
        };
    };
    uploadManagedFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "UTTERANCES",
                 *       "file": "file"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadManagedFileBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadManagedFileAnswer"];
                };
            };
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the file. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetFileAnswer"];
                };
            };
        };
    };
    getManagedFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the file. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetManagedFileAnswer"];
                };
            };
        };
    };
    removeFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the file. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveFileBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveFileAnswer"];
                };
            };
        };
    };
    removeManagedFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the file. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveManagedFileBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveManagedFileAnswer"];
                };
            };
        };
    };
    listManagedExperts: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagedExpertsAnswer"];
                };
            };
        };
    };
    createManagedExpert: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bruno@example.com",
                 *       "name": "Bruno",
                 *       "topics": [
                 *         "cards"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["CreateManagedExpertBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateManagedExpertAnswer"];
                };
            };
        };
    };
    getManagedExpert: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the expert. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetManagedExpertAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateManagedExpert: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the expert. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "capacity": 5,
                 *       "topics": [
                 *         "cards"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateManagedExpertBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateManagedExpertAnswer"];
                };
            };
        };
    };
    getManagedExpertRecord: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the expert. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetManagedExpertRecordAnswer"];
                };
            };
        };
    };
    deactivateExpert: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the expert. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeactivateExpertBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeactivateExpertAnswer"];
                };
            };
        };
    };
    resetExpertPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the expert. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResetExpertPasswordBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetExpertPasswordAnswer"];
                };
            };
        };
    };
    listStaff: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListStaffAnswer"];
                };
            };
        };
    };
    createStaffMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "dora@example.com",
                 *       "name": "Dora",
                 *       "role": "agent"
                 *     }
                 */
                "application/json": components["schemas"]["CreateStaffMemberBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateStaffMemberAnswer"];
                };
            };
        };
    };
    getStaffMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetStaffMemberAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateStaffMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Dora",
                 *       "role": "agent"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateStaffMemberBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateStaffMemberAnswer"];
                };
            };
        };
    };
    resetStaffPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResetStaffPasswordBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetStaffPasswordAnswer"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCompanyAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "settings": {
                 *         "timeZone": "Europe/Berlin",
                 *         "language": "de"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCompanyBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCompanyAnswer"];
                };
            };
        };
    };
    getStart: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetStartAnswer"];
                };
            };
        };
    };
    dismissStart: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DismissStartBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissStartAnswer"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCategoriesAnswer"];
                };
            };
        };
    };
    createCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loans"
                 *     }
                 */
                "application/json": components["schemas"]["CreateCategoryBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateCategoryAnswer"];
                };
            };
        };
    };
    getCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the category. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetCategoryAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCategory: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the category. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Loans",
                 *       "settings": {
                 *         "offerMs": 60000
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UpdateCategoryBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateCategoryAnswer"];
                };
            };
        };
    };
    listKnowledge: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Search text: up to ten words in any order, and phrases in quotes. All must occur in the question or in the answer. */
                text?: string;
                /** @description The state. GIVEN: in use. SUSPENDED: not in use. Any other value: suspended for this reason. */
                state?: components["schemas"]["KnowledgeState"];
                /** @description The class of questions that it answers. */
                class?: string;
                /**
                 * @description An ISO 639-1 code.
                 * @example en
                 */
                language?: string;
                source?: components["schemas"]["KnowledgeSource"];
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKnowledgeAnswer"];
                };
            };
        };
    };
    createKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "How do I reset my card PIN?",
                 *       "answer": "In the app, under Cards.",
                 *       "language": "en"
                 *     }
                 */
                "application/json": components["schemas"]["CreateKnowledgeBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateKnowledgeAnswer"];
                };
            };
        };
    };
    getKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the known answer. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetKnowledgeAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the known answer. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "en",
                 *       "answer": "In the app, under Cards and PIN."
                 *     }
                 */
                "application/json": components["schemas"]["UpdateKnowledgeBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateKnowledgeAnswer"];
                };
            };
        };
    };
    removeKnowledge: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the known answer. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveKnowledgeBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveKnowledgeAnswer"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListModelsAnswer"];
                };
            };
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the model. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetModelAnswer"];
                };
            };
        };
    };
    compareModels: {
        parameters: {
            query?: {
                /** @description The version to compare with. By default, the running one. */
                with?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the model. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareModelsAnswer"];
                };
            };
        };
    };
    pinModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the model. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PinModelBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PinModelAnswer"];
                };
            };
        };
    };
    unpinModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the model. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnpinModelBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnpinModelAnswer"];
                };
            };
        };
    };
    rollBackModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uuid": "0192d3f0-7b1c-7e07-9a53-3f0f0c1d2e3f"
                 *     }
                 */
                "application/json": components["schemas"]["RollBackModelBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollBackModelAnswer"];
                };
            };
        };
    };
    removeModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the model. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveModelBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveModelAnswer"];
                };
            };
        };
    };
    getTraining: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetTrainingAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTraining: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "replace": "NOT_WORSE",
                 *       "tolerance": 0.02
                 *     }
                 */
                "application/json": components["schemas"]["TrainingChanges"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateTrainingAnswer"];
                };
            };
        };
    };
    listUnanswered: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUnansweredAnswer"];
                };
            };
        };
    };
    getAnswerPrecision: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetAnswerPrecisionAnswer"];
                };
            };
        };
    };
    listRejectedAnswers: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRejectedAnswersAnswer"];
                };
            };
        };
    };
    listStaleAnswers: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                days?: number;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListStaleAnswersAnswer"];
                };
            };
        };
    };
    listAnswerConflicts: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Returns only groups with this known answer. */
                knowledgeUuid?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAnswerConflictsAnswer"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                role?: components["schemas"]["Role"];
                /**
                 * @description Returns only this person.
                 * @example ada@example.com
                 */
                userEmail?: string;
                /** @description Search text: the e-mail address of a person, or up to ten words in any order and phrases in quotes, which must all occur in the name. */
                text?: string;
                isBlocked?: boolean;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUsersAnswer"];
                };
            };
        };
    };
    blockUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BlockUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockUserAnswer"];
                };
            };
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InviteUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InviteUserAnswer"];
                };
            };
        };
    };
    unblockUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnblockUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnblockUserAnswer"];
                };
            };
        };
    };
    listPersonalCredentials: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPersonalCredentialsAnswer"];
                };
            };
        };
    };
    createPersonalCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreatePersonalCredentialBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePersonalCredentialAnswer"];
                };
            };
        };
    };
    updatePersonalCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "shop-7Jq2",
                 *       "scopes": [
                 *         "expert"
                 *       ],
                 *       "readsPerMinute": 300
                 *     }
                 */
                "application/json": components["schemas"]["UpdatePersonalCredentialBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatePersonalCredentialAnswer"];
                };
            };
        };
    };
    revokePersonalCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "shop-7Jq2"
                 *     }
                 */
                "application/json": components["schemas"]["RevokePersonalCredentialBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokePersonalCredentialAnswer"];
                };
            };
        };
    };
    listSessionsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSessionsOfUserAnswer"];
                };
            };
        };
    };
    endSessionOfUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
                /** @description The uuid of the session. */
                sessionUuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndSessionOfUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionOfUserAnswer"];
                };
            };
        };
    };
    endSessionsOfUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the person. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EndSessionsOfUserBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionsOfUserAnswer"];
                };
            };
        };
    };
    listIntegrations: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListIntegrationsAnswer"];
                };
            };
        };
    };
    createIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "systemId": "shop",
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": components["schemas"]["CreateIntegrationBody"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateIntegrationAnswer"];
                };
            };
        };
    };
    getIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the integration. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetIntegrationAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the integration. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": components["schemas"]["UpdateIntegrationBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIntegrationAnswer"];
                };
            };
        };
    };
    rotateIntegrationSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the integration. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "overlapMs": 3600000
                 *     }
                 */
                "application/json": components["schemas"]["RotateIntegrationSecretBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateIntegrationSecretAnswer"];
                };
            };
        };
    };
    updateIntegrationCredential: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the integration. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "shop-7Jq2",
                 *       "scopes": [
                 *         "questions:read",
                 *         "events:read"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UpdateIntegrationCredentialBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateIntegrationCredentialAnswer"];
                };
            };
        };
    };
    removeIntegration: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the integration. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveIntegrationBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveIntegrationAnswer"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                action?: components["schemas"]["AuditAction"];
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description A UUID in the form 8-4-4-4-12. */
                actorUuid?: string;
                /** @description The id of the person or object that the act changed. */
                targetId?: string;
                /**
                 * @description Start of the period, included. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                from?: string;
                /**
                 * @description End of the period, excluded. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                to?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditAnswer"];
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                action?: components["schemas"]["AuditAction"];
                outcome?: components["schemas"]["AuditOutcome"];
                /** @description A UUID in the form 8-4-4-4-12. */
                actorUuid?: string;
                /** @description The id of the person or object that the act changed. */
                targetId?: string;
                /**
                 * @description Start of the period, included. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                from?: string;
                /**
                 * @description End of the period, excluded. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                to?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description CSV with a header line (RFC 4180). */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getLivePicture: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetLivePictureAnswer"];
                };
            };
        };
    };
    searchQuestions: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description Search text: up to ten words in any order, and phrases in quotes. All must occur in the question, or in one message of it. */
                text?: string;
                status?: components["schemas"]["QuestionStatus"];
                stage?: components["schemas"]["QuestionStage"];
                /** @description The name of a category. */
                category?: string;
                /** @description The class of the question. */
                class?: string;
                /**
                 * @description An ISO 639-1 code.
                 * @example en
                 */
                language?: string;
                /** @description The asker, the holder, or a person who answered: uuid, e-mail address, or words of the name. */
                person?: string;
                /** @description The outcome of the newest automatic answer. GIVEN: any outcome. ACCEPTED, REJECTED: this outcome. NONE: no automatic answer. */
                automatic?: components["schemas"]["AutomaticFilter"];
                /**
                 * @description Start of the period, included. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                from?: string;
                /**
                 * @description End of the period, excluded. An ISO 8601 date.
                 * @example 2026-01-31T09:30:00Z
                 */
                to?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchQuestionsAnswer"];
                };
            };
        };
    };
    listQuestionEvents: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListQuestionEventsAnswer"];
                };
            };
        };
    };
    explainRouting: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the question. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExplainRoutingAnswer"];
                };
            };
        };
    };
    reportPromises: {
        parameters: {
            query?: {
                /** @description Number of past days. */
                days?: number;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportPromisesAnswer"];
                };
            };
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetClockAnswer"];
                };
            };
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "advance": "PT1H"
                 *     }
                 */
                "application/json": components["schemas"]["AdvanceClockBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdvanceClockAnswer"];
                };
            };
        };
    };
    listDeadLetters: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                /** @description true lists replayed and discarded dead letters. */
                isSettled?: boolean;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeadLettersAnswer"];
                };
            };
        };
    };
    replayDeadLetter: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the dead letter. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayDeadLetterBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayDeadLetterAnswer"];
                };
            };
        };
    };
    discardDeadLetter: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the dead letter. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DiscardDeadLetterBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardDeadLetterAnswer"];
                };
            };
        };
    };
    listInvariants: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListInvariantsAnswer"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description A `cursor` or `nextCursor`. Events after it are returned. Without it the feed begins now. */
                after?: string;
                /**
                 * @description Types of events, separated by commas; all by default. PERSON_FORGOTTEN is never left out.
                 * @example QUESTION_RESOLVED,QUESTION_RATED
                 */
                types?: string;
                /** @description The maximum number of events of the page. */
                limit?: number;
                /** @description Seconds to wait if there is no event yet. The answer comes with the next event. */
                wait?: number;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEventsAnswer"];
                };
            };
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description A `cursor` or `nextCursor`. Events after it are returned. Without it the feed begins now. */
                after?: string;
                /**
                 * @description Types of events, separated by commas; all by default. PERSON_FORGOTTEN is never left out.
                 * @example QUESTION_RESOLVED,QUESTION_RATED
                 */
                types?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The last `id` that the client received, instead of `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Server-sent events. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listManagedWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagedWebhooksAnswer"];
                };
            };
        };
    };
    createManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "url": "https://shop.example.com/askline",
                 *       "types": [
                 *         "QUESTION_APPROVED",
                 *         "QUESTION_RESPONSE"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateManagedWebhookAnswer"];
                };
            };
        };
    };
    getManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetManagedWebhookAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/askline",
                 *       "types": [
                 *         "QUESTION_APPROVED",
                 *         "QUESTION_RESPONSE"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateManagedWebhookAnswer"];
                };
            };
        };
    };
    removeManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveManagedWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveManagedWebhookAnswer"];
                };
            };
        };
    };
    rotateManagedWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revokeNow": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateManagedWebhookSecretAnswer"];
                };
            };
        };
    };
    testManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestManagedWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestManagedWebhookAnswer"];
                };
            };
        };
    };
    pauseManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PauseManagedWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseManagedWebhookAnswer"];
                };
            };
        };
    };
    enableManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "NOW"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEnabling"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnableManagedWebhookAnswer"];
                };
            };
        };
    };
    replayManagedWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-31T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayManagedWebhookAnswer"];
                };
            };
        };
    };
    listManagedDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /** @description A UUID in the form 8-4-4-4-12. */
                questionUuid?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListManagedDeliveriesAnswer"];
                };
            };
        };
    };
    resendManagedDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the delivery. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendManagedDeliveryBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendManagedDeliveryAnswer"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhooksAnswer"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Warehouse",
                 *       "url": "https://shop.example.com/askline",
                 *       "types": [
                 *         "QUESTION_APPROVED",
                 *         "QUESTION_RESPONSE"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description The object was created. */
            201: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateWebhookAnswer"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description The ETag of the last answer. The answer is 304 if nothing changed since. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetWebhookAnswer"];
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
                /** @description The expected current version. Another version is 412. Weak ETags are accepted. It is compared with `version`, which covers all fields that a PUT may change. */
                "If-Match"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example.com/askline",
                 *       "types": [
                 *         "QUESTION_APPROVED",
                 *         "QUESTION_RESPONSE"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEndpointChanges"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdateWebhookAnswer"];
                };
            };
        };
    };
    removeWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RemoveWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemoveWebhookAnswer"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revokeNow": false
                 *     }
                 */
                "application/json": components["schemas"]["WebhookRotation"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotateWebhookSecretAnswer"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookAnswer"];
                };
            };
        };
    };
    pauseWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PauseWebhookBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PauseWebhookAnswer"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from": "NOW"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookEnabling"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EnableWebhookAnswer"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-01-31T09:30:00Z"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayWebhookAnswer"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries of the page. */
                limit?: number;
                /** @description The `nextCursor` of the previous page. */
                cursor?: string;
                status?: components["schemas"]["WebhookDeliveryStatus"];
                /** @description A UUID in the form 8-4-4-4-12. */
                questionUuid?: string;
            };
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
            };
            path: {
                /** @description The uuid of the webhook. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesAnswer"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description An id for logs, returned in the answer. Generated if it is missing or malformed. */
                "X-Correlation-Id"?: string;
                /** @description A unique key for safe retries. The first answer is stored for 24 hours and returned again with `Idempotency-Replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uuid of the delivery. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendDeliveryBody"];
            };
        };
        responses: {
            /** @description The request succeeded. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendDeliveryAnswer"];
                };
            };
        };
    };
    previewLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewLinkBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewLinkAnswer"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptInvitationAnswer"];
                };
            };
        };
    };
    setForgottenPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SetForgottenPasswordBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetForgottenPasswordAnswer"];
                };
            };
        };
    };
    forgotPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordBody"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordAnswer"];
                };
            };
        };
    };
    previewLinkAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA"
                 *     }
                 */
                "application/json": components["schemas"]["PreviewLinkBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewLinkAnswer"];
                };
            };
        };
    };
    acceptInvitationAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptInvitationBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptInvitationAnswer"];
                };
            };
        };
    };
    setForgottenPasswordAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "Zk3w5vK1mB9pQ2sT7xY4aC6dE8fG0hJ1lN3oR5uW7zA",
                 *       "password": "correct horse battery staple"
                 *     }
                 */
                "application/json": components["schemas"]["SetForgottenPasswordBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetForgottenPasswordAnswer"];
                };
            };
        };
    };
    forgotPasswordAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["ForgotPasswordBody"];
            };
        };
        responses: {
            /** @description Default Response */
            202: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgotPasswordAnswer"];
                };
            };
        };
    };
    showSignIn: {
        parameters: {
            query: {
                /** @example code */
                response_type: string;
                /** @description The client id of an integration, or `askline-desk`. */
                client_id: string;
                /** @description One of the client's redirect addresses. It must match exactly. */
                redirect_uri: string;
                /** @description The SHA-256 of the verifier in base64url (RFC 7636). */
                code_challenge: string;
                /** @example S256 */
                code_challenge_method: string;
                /** @description An opaque value that is returned unchanged. */
                state?: string;
                /** @description The requested scopes, separated by spaces. By default, all scopes of the person; for an integration, all except `admin`. */
                scope?: string;
                /** @description The tag of the company, to prefill the page. */
                company?: string;
                /** @description The e-mail address, to prefill the page. */
                login_hint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the client with `code`, `state` and `iss`, or with `error`. */
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response_type": "code",
                 *       "client_id": "shop-7Jq2",
                 *       "redirect_uri": "https://shop.example.org/callback",
                 *       "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "code_challenge_method": "S256",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple",
                 *       "csrf": "of-the-form"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description Redirects to the client with `code`, `state` and `iss`, or with `error`. */
            303: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showSignInAtRoot: {
        parameters: {
            query: {
                /** @example code */
                response_type: string;
                /** @description The client id of an integration, or `askline-desk`. */
                client_id: string;
                /** @description One of the client's redirect addresses. It must match exactly. */
                redirect_uri: string;
                /** @description The SHA-256 of the verifier in base64url (RFC 7636). */
                code_challenge: string;
                /** @example S256 */
                code_challenge_method: string;
                /** @description An opaque value that is returned unchanged. */
                state?: string;
                /** @description The requested scopes, separated by spaces. By default, all scopes of the person; for an integration, all except `admin`. */
                scope?: string;
                /** @description The tag of the company, to prefill the page. */
                company?: string;
                /** @description The e-mail address, to prefill the page. */
                login_hint?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the client with `code`, `state` and `iss`, or with `error`. */
            302: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    signInAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "response_type": "code",
                 *       "client_id": "shop-7Jq2",
                 *       "redirect_uri": "https://shop.example.org/callback",
                 *       "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
                 *       "code_challenge_method": "S256",
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery staple",
                 *       "csrf": "of-the-form"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["SignInBody"];
            };
        };
        responses: {
            /** @description Redirects to the client with `code`, `state` and `iss`, or with `error`. */
            303: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    showReturn: {
        parameters: {
            query?: {
                /** @description The authorization code. Redeem it at `/v1/oauth/token` within 60 s. */
                code?: string;
                /** @description The reason that the sign-in failed (RFC 6749 §4.1.2.1). */
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
    openSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "q7Yt2mVb9KxR4nLs8WcD",
                 *       "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                 *       "redirect_uri": "https://shop.example.org/callback"
                 *     }
                 */
                "application/json": components["schemas"]["OpenSessionBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 600,
                     *       "scope": "questions:read expert"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenSessionAnswer"];
                };
            };
        };
    };
    openAskerSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "q7Yt2mVb9KxR4nLs8WcD"
                 *     }
                 */
                "application/json": components["schemas"]["OpenAskerSessionBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 600,
                     *       "scope": "questions:read expert"
                     *     }
                     */
                    "application/json": components["schemas"]["OpenAskerSessionAnswer"];
                };
            };
        };
    };
    compareAskerSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "q7Yt2mVb9KxR4nLs8WcD"
                 *     }
                 */
                "application/json": components["schemas"]["CompareAskerSessionBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompareAskerSessionAnswer"];
                };
            };
        };
    };
    discardAskerCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "q7Yt2mVb9KxR4nLs8WcD"
                 *     }
                 */
                "application/json": components["schemas"]["DiscardAskerCodeBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscardAskerCodeAnswer"];
                };
            };
        };
    };
    mintSessionToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "access_token": "eyJhbGciOiJFZERTQSJ9…",
                     *       "token_type": "Bearer",
                     *       "expires_in": 600,
                     *       "scope": "questions:read expert"
                     *     }
                     */
                    "application/json": components["schemas"]["MintSessionTokenAnswer"];
                };
            };
            /** @description This browser has no session. */
            204: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndSessionAnswer"];
                };
            };
        };
    };
    issueToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "shop-7Jq2",
                 *       "client_secret": "shown-this-once",
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["IssueTokenBody"];
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "shop-7Jq2",
                 *       "client_secret": "shown-this-once",
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["IssueTokenBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthToken"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["LogoutBody"];
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["LogoutBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutAnswer"];
                };
            };
        };
    };
    getJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJwksAnswer"];
                };
            };
        };
    };
    issueTokenAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "shop-7Jq2",
                 *       "client_secret": "shown-this-once",
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["IssueTokenBody"];
                /**
                 * @example {
                 *       "grant_type": "client_credentials",
                 *       "client_id": "shop-7Jq2",
                 *       "client_secret": "shown-this-once",
                 *       "userEmail": "ada@example.com",
                 *       "userName": "Ada"
                 *     }
                 */
                "application/json": components["schemas"]["IssueTokenBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthToken"];
                };
            };
        };
    };
    logoutAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"
                 *     }
                 */
                "application/x-www-form-urlencoded": components["schemas"]["LogoutBody"];
                /**
                 * @example {
                 *       "token": "eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl"
                 *     }
                 */
                "application/json": components["schemas"]["LogoutBody"];
            };
        };
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutAnswer"];
                };
            };
        };
    };
    getJwksAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetJwksAnswer"];
                };
            };
        };
    };
    getAuthorizationServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getAvatar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID in the form 8-4-4-4-12. */
                uuid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An SVG image. */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
        };
    };
    getOpenapi: {
        parameters: {
            query?: {
                /** @description `yes` adds the singular paths, which are aliases of the plural ones. */
                aliases?: "yes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAsyncapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getPostman: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Default Response */
            200: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Nothing changed. The answer has no body. */
            304: {
                headers: {
                    "X-Correlation-Id": components["headers"]["X-Correlation-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
