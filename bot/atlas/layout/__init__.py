"""Laying a region out: from letters to tunnels, rooms, doors and ways on."""
