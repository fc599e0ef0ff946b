"""Run student code. Nothing outside this folder starts any.

bubblewrap  the command line of the outer sandbox: no network, an empty environment,
            read-only
start       starts it
limits      what one notebook may use: how many seconds, how much memory and disk
launcher    runs in it: has imported what notebooks import, and forks once for each
            notebook
confine     the fork's own namespaces, its limits, and the system calls that it may not
            make
cells       runs the notebook's cells as IPython does, then answers calls
shell       IPython without a terminal, for them
wire        values as JSON, both ways
notebook    the trusted side: starts a notebook, asks it, and says how it ended
"""
