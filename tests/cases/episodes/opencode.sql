-- OpenCode's database as version 1.2 and later make it; the content is made up.
PRAGMA journal_mode = WAL;
CREATE TABLE project (id TEXT PRIMARY KEY, worktree TEXT NOT NULL, vcs TEXT, name TEXT, time_created INTEGER NOT NULL,
  time_updated INTEGER NOT NULL, sandboxes TEXT NOT NULL);
CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
  workspace_id TEXT, parent_id TEXT, slug TEXT NOT NULL, directory TEXT NOT NULL, path TEXT, title TEXT NOT NULL,
  version TEXT NOT NULL, share_url TEXT, summary_additions INTEGER, summary_deletions INTEGER, summary_files INTEGER,
  summary_diffs TEXT, revert TEXT, permission TEXT, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL,
  time_compacting INTEGER, time_archived INTEGER);
CREATE INDEX session_project_idx ON session (project_id);
CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE INDEX message_session_time_created_id_idx ON message (session_id, time_created, id);
CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL REFERENCES message (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
CREATE INDEX part_message_id_id_idx ON part (message_id, id);
CREATE INDEX part_session_idx ON part (session_id);

INSERT INTO project VALUES ('p1', '/work/parser', 'git', NULL, 1736236800000, 1736236800000, '[]');
INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated) VALUES
  ('ses_1', 'p1', 'calm-river', '/work/parser', 'Naming the cache', '1.2.6', 1736236800000, 1736236805000),
  ('ses_2', 'p1', 'kind-cabin', '/work/parser', 'Release notes', '1.2.6', 1736240400000, 1736240400000);
INSERT INTO message VALUES
  ('msg_1', 'ses_1', 1736236800000, 1736236800000, '{"role":"user","time":{"created":1736236800000},"agent":"build"}'),
  ('msg_2', 'ses_1', 1736236801000, 1736236805000,
   '{"role":"assistant","parentID":"msg_1","time":{"created":1736236801000,"completed":1736236805000},"mode":"build"}'),
  ('msg_3', 'ses_2', 1736240400000, 1736240400000, '{"role":"user","time":{"created":1736240400000},"agent":"build"}'),
  ('msg_4', 'ses_1', 1736236806000, 1736236806000, 'torn');
INSERT INTO part VALUES
  ('prt_2', 'msg_2', 'ses_1', 1736236801000, 1736236801000, '{"type":"step-start"}'),
  ('prt_1', 'msg_1', 'ses_1', 1736236800000, 1736236800000, '{"type":"text","text":"Name it"}'),
  ('prt_4', 'msg_2', 'ses_1', 1736236804000, 1736236804000, '{"type":"text","text":"Memo."}'),
  ('prt_3', 'msg_2', 'ses_1', 1736236802000, 1736236803000,
   '{"type":"tool","tool":"bash","callID":"c1","state":{"status":"completed","input":{"command":"ls"},"output":"cache.py"}}'),
  ('prt_5', 'msg_2', 'ses_1', 1736236805000, 1736236805000, '{"type":"hologram"}'),
  ('prt_6', 'msg_3', 'ses_2', 1736240400000, 1736240400000,
   '{"type":"text","text":"Write the release notes; the token is ghp_0123456789abcdefghijABCDEFGHIJ012345"}');
